"""Structures of the compiled kernels, as their sources lay them out."""

from ctypes import Structure, c_double, c_int32, c_int64, c_void_p

Four = c_int64 * 4
Three = c_int64 * 3
Two = c_int64 * 2


class CBlow(Structure):
    """``struct blow`` of the source."""

    _fields_ = (
        ("by_b", c_int64),
        ("joins", c_int64),
        ("which", c_void_p),
        ("stride", Four),
        ("added", c_void_p),
        ("added_stride", Four),
        ("stack", c_void_p),
        ("stack_stride", Two),
        ("kernels", c_int64),
        ("targets", c_int64),
        ("most", c_int64),
        ("begins", c_void_p),
        ("losses", c_void_p),
    )


class COrder(Structure):
    """``struct order`` of the source."""

    _fields_ = (("weight", c_double), ("first", c_int64), ("count", c_int64))


class CTally(Structure):
    """``struct tally`` of the source."""

    _fields_ = (
        ("dense", c_void_p),
        ("dense_stride", Four),
        ("first", c_void_p),
        ("second", c_void_p),
        ("first_stride", Three),
        ("second_stride", Three),
        ("pair", c_void_p),
        ("shift", c_void_p),
        ("instead", c_void_p),
        ("low", c_int64),
        ("sums", c_int64),
        ("classes", c_void_p),
    )


class CToll(Structure):
    """``struct toll`` of the source."""

    _fields_ = (
        ("first", c_void_p),
        ("second", c_void_p),
        ("price", c_void_p * 2),
        ("points", Two),
        ("targets", Two),
        ("width", Two),
        ("reach", c_void_p * 2),
        ("gone", Two),
        ("turns", c_void_p),
    )


class CStage(Structure):
    """``struct stage`` of the source."""

    _fields_ = (
        ("first", c_int64),
        ("count", c_int64),
        ("widest_a", c_int64),
        ("widest_b", c_int64),
        ("tally", CTally),
        ("toll", c_void_p),
        ("table", c_void_p),
        ("rows", c_int64),
        ("ways", c_int64),
        ("leads", c_void_p),
    )


class CProblem(Structure):
    """``struct problem`` of the source."""

    _fields_ = (
        ("size_a", c_int64),
        ("size_b", c_int64),
        ("stages", c_int64),
        ("kinds", c_int64),
        ("rounds", c_int64),
        ("unlimited", c_int64),
        ("pruned", c_double),
        ("stalled_below", c_double),
        ("leak", c_double),
        ("endless", c_double),
        ("stage", c_void_p),
        ("order", c_void_p),
        ("blow", c_void_p),
        ("start", c_void_p),
        ("tracks", c_int64),
        ("beside", c_void_p),
        ("apart", c_void_p),
        ("outcomes", c_void_p),
        ("by_round", c_void_p),
        ("final", c_void_p),
        ("dealt_by_a", c_void_p),
        ("dealt_by_b", c_void_p),
        ("first", c_void_p),
        ("told", c_void_p),
        ("shown", c_void_p),
    )


class CStruck(Structure):
    """``struct struck`` of the source."""

    _fields_ = (
        ("before", c_int64),
        ("size", c_int64),
        ("behind", c_int64),
        ("most", c_int64),
        ("lefts", c_int64),
        ("width", c_int64),
        ("chances", c_void_p),
        ("row", c_void_p),
        ("kernels", c_void_p),
        ("found", c_void_p),
    )


class CGathered(Structure):
    """``struct gathered`` of the source."""

    _fields_ = (
        ("count", c_int64),
        ("cells", c_int64),
        ("place", c_void_p),
        ("row", c_void_p),
        ("share", c_void_p),
        ("live", c_void_p),
        ("found", c_void_p),
    )


class CNumbered(Structure):
    """``struct numbered`` of the source."""

    _fields_ = (
        ("count", c_int64),
        ("room", c_int64),
        ("key", c_void_p),
        ("table", c_void_p),
        ("first", c_void_p),
        ("number", c_void_p),
        ("kinds", c_int64),
    )


class CSplit(Structure):
    """``struct split`` of the source."""

    _fields_ = (("part", c_int64), ("sum", c_double), ("next", c_double))


class CRolled(Structure):
    """``struct rolled`` of the source."""

    _fields_ = (
        *((name, c_int64) for name in ("count", "span", "width")),
        *(
            (name, c_void_p)
            for name in (
                *("part", "row", "near", "shifts", "splits", "room"),
                *("keys", "order", "other", "drawn"),
            )
        ),
    )


class CStep(Structure):
    """``struct step`` of the source, of 32 bits each."""

    _fields_ = tuple(
        (name, c_int32) for name in ("does", "to", "one", "two", "three", "number")
    )


class CTable(Structure):
    """``struct table`` of the source."""

    _fields_ = (("size", c_int64), ("values", c_void_p))


class CStepped(Structure):
    """``struct stepped`` of the source."""

    _fields_ = (
        *(
            (name, c_int64)
            for name in (
                *("count", "parts", "steps", "registers", "threads"),
                *("every", "pools", "words"),
            )
        ),
        *(
            (name, c_void_p)
            for name in (
                *("begins", "which", "worth", "shifts", "step", "draw", "table"),
                *("wounds", "kinds", "lost", "ahead", "recent"),
            )
        ),
    )


class CLaid(Structure):
    """``struct laid`` of the source."""

    _fields_ = (
        *(
            (name, c_int64)
            for name in ("count", "tracks", "blows", "wanted", "pools", "room")
        ),
        *(
            (name, c_void_p)
            for name in ("written", "rows", "raises", "wants", "step", "told")
        ),
    )


class CCovered(Structure):
    """``struct covered`` of the source."""

    _fields_ = (
        *((name, c_int64) for name in ("count", "aims", "places", "room")),
        ("radius", c_double),
        *((name, c_void_p) for name in ("layout", "aim", "place", "some", "found")),
    )


class CPooled(Structure):
    """``struct pooled`` of the source."""

    _fields_ = (
        *(
            (name, c_int64)
            for name in ("size", "stacks", "states", "cases", "numbers", "most")
        ),
        *(
            (name, c_void_p)
            for name in ("width", "state", "rows", "chances", "place", "found")
        ),
        ("begins", c_void_p),
    )


class CExpanded(Structure):
    """``struct expanded`` of the source."""

    _fields_ = (
        ("count", c_int64),
        *(
            (name, c_void_p)
            for name in (
                *("group", "word", "shift", "one", "two", "share", "begin", "end"),
                *("after", "mark", "chance", "table", "of", "found", "sum"),
            )
        ),
        ("kinds", c_int64),
    )


class CJoined(Structure):
    """``struct joined`` of the source."""

    _fields_ = (
        ("count", c_int64),
        ("members", c_int64),
        ("bits", Two),
        *(
            (name, c_void_p)
            for name in (
                *("group", "one", "two", "late", "share", "begin", "end"),
                *("entry_one", "entry_two", "entry_late", "entry_share", "table"),
                *("found_group", "found"),
            )
        ),
        ("kinds", c_int64),
    )


class CWalked(Structure):
    """``struct walked`` of the source."""

    _fields_ = (
        *(
            (name, c_int64)
            for name in ("count", "own", "other", "deeds", "most", "deepest", "came")
        ),
        *(
            (name, c_void_p)
            for name in (
                *("place", "row", "live", "seen", "begins", "deed", "target"),
                *("share", "after", "does", "falls", "with", "wanted", "alive"),
                *("where", "came_to", "total", "left", "found", "sunk"),
                "touched",
            )
        ),
    )


class CChased(Structure):
    """``struct chased`` of the source."""

    _fields_ = (
        *((name, c_int64) for name in ("games", "own", "foes", "gone", "far")),
        *(
            (name, c_void_p)
            for name in (
                *("own_at", "own_like", "foe_at", "foe_like", "own_up", "foe_up"),
                "near",
            )
        ),
    )


class CAliased(Structure):
    """``struct aliased`` of the source."""

    _fields_ = (
        *((name, c_int64) for name in ("count", "width", "slots")),
        *(
            (name, c_void_p)
            for name in (
                *("row", "random", "begin", "size", "keep", "other", "outcome"),
                "found",
            )
        ),
    )


class CAimed(Structure):
    """``struct aimed`` of the source."""

    _fields_ = (
        *(
            (name, c_int64)
            for name in (
                *("count", "lone", "shift", "event", "width", "loadouts", "parries"),
                "parting",
            )
        ),
        *(
            (name, c_void_p)
            for name in (
                *("course", "states", "crits", "spent", "seen", "order", "begun"),
                *("fighter", "again", "numbers", "length", "posture", "wounds"),
                *("loadout", "parry", "strikes", "finished", "worth", "target"),
                *("key", "scored", "tried", "after"),
            )
        ),
    )
