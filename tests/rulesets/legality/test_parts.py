"""Units within units: retinues and detachments."""

from tests.rulesets.legality.small import army_of, book_of

DETACHMENT = {
    "key": "detachment",
    "kind": "unit",
    "max": 2,
    "slots": [
        {
            "key": "men",
            "options": [
                {
                    "key": "militia",
                    "kind": "model",
                    "points": 5,
                    "min": 5,
                    "max": {
                        "terms": [
                            {
                                "count": "models",
                                "of": "halberdier",
                                "in": "unit",
                                "every": 2,
                            }
                        ]
                    },
                },
                {"key": "bows", "points": 2, "per": "model"},
            ],
        }
    ],
}
TROOPS = {
    "key": "troops",
    "models": [{"key": "halberdier", "points": 6, "min": 10}],
    "slots": [{"key": "detachments", "options": [DETACHMENT]}],
}


def test_a_detachment_of_half_its_parent_is_legal_and_priced_apart() -> None:
    army = army_of(
        book_of(TROOPS),
        ("troops", "21 halberdier", ("detachment", "10 militia", "bows")),
    )

    assert army.said == []
    assert army.points == 21 * 6 + 10 * (5 + 2)
    assert army.review.models == 31


def test_a_detachment_above_half_its_parent_rounded_down_is_told() -> None:
    army = army_of(
        book_of(TROOPS), ("troops", "21 halberdier", ("detachment", "11 militia"))
    )

    assert army.said == [
        (
            "f1/s1/s3",
            "Troops, Detachment, Militia: 11 of at most 10 (1 for every 2 Halberdier "
            "models), 1 too many.",
        )
    ]


def test_what_is_bought_for_a_unit_is_not_for_its_detachment() -> None:
    lines = {"profiles": [{"key": "line", "characteristics": {"save": 7}}]}
    better = {"change": "figure:save", "op": "add", "value": -1, "in": "bearer"}
    shields = {"key": "shields", "points": 1, "per": "model", "changes": [better]}
    men = {"key": "militia", "kind": "model", "points": 5, **lines}
    detachment = {
        "key": "detachment",
        "kind": "unit",
        "slots": [{"key": "men", "options": [{**men, "max": None}]}],
    }
    slots = [
        {"key": "equipment", "options": [shields]},
        {"key": "detachments", "options": [detachment]},
    ]
    troops = {**TROOPS, **lines, "slots": slots}
    army = army_of(
        book_of(troops),
        ("troops", "20 halberdier", "shields", ("detachment", "10 militia")),
    )

    assert army.points == 20 * (6 + 1) + 10 * 5
    unit = army.review.forces[0].units[0]
    assert unit.profiles[0].values() == {"save": 6}
    militia = army.review.line("f1/s1/s4/s5")
    assert militia is not None
    assert militia.profiles[0].values() == {"save": 7}


def test_a_parent_has_two_detachments_at_most() -> None:
    small = ("detachment", "5 militia")
    army = army_of(book_of(TROOPS), ("troops", "10 halberdier", small, small, small))

    assert army.said == [("f1/s1", "Troops, Detachment: 3 of at most 2, 1 too many.")]
    assert army.review.messages[0].marks == ("f1/s1/s7",)


def test_two_detachments_in_one_selection_are_told() -> None:
    army = army_of(
        book_of(TROOPS), ("troops", "10 halberdier", ("2 detachment", "5 militia"))
    )

    assert [m.code for m in army.review.messages] == ["one-unit-an-entry"]


def test_a_hero_has_up_to_two_attendants() -> None:
    attendant = {"key": "attendant", "kind": "model", "points": 18, "max": 2}
    king = {
        "key": "king",
        "points": 55,
        "models": 1,
        "slots": [{"key": "retinue", "options": [attendant]}],
    }
    book = book_of(king)
    army = army_of(book, ("king", "2 attendant"))

    assert (army.points, army.review.models, army.said) == (91, 3, [])
    assert army_of(book, ("king", "3 attendant")).said == [
        ("f1/s1", "King, Attendant: 3 of at most 2, 1 too many.")
    ]


def test_artillery_is_priced_by_the_piece_with_its_crew() -> None:
    onager = {"key": "onager", "points": 90, "max": 3, "kind": "model", "models": 5}
    battery = {"key": "battery", "slots": [{"key": "pieces", "options": [onager]}]}

    army = army_of(book_of(battery), ("battery", "2 onager"))

    assert (army.points, army.review.models) == (180, 10)


def test_of_several_variants_exactly_one_is_chosen() -> None:
    kinds = [{"key": key} for key in ("woodsmen", "surgeons", "veterans")]
    slot = {"key": "variant", "min": 1, "max": 1, "options": kinds}
    book = book_of({"key": "milites", "slots": [slot]})

    assert army_of(book, ("milites", "surgeons")).said == []
    assert army_of(book, "milites").said == [
        ("f1/s1", "Milites, Variant: 0 of at least 1, 1 missing.")
    ]


def test_a_noble_chooses_one_base_profile_with_its_own_price() -> None:
    def people(key: str, points: int, wounds: int) -> dict[str, object]:
        change = {
            "change": "figure:wounds",
            "op": "set",
            "value": wounds,
            "in": "bearer",
        }
        return {"key": key, "points": points, "changes": [change]}

    noble = {
        "key": "noble",
        "profiles": [{"key": "noble", "characteristics": {"wounds": None}}],
        "slots": [
            {
                "key": "people",
                "min": 1,
                "max": 1,
                "options": [people("suthay", 50, 2), people("ohmes", 60, 3)],
            }
        ],
    }
    army = army_of(book_of(noble), ("noble", "ohmes"))

    assert army.points == 60
    unit = army.review.forces[0].units[0]
    assert unit.profiles[0].values() == {"wounds": 3}
