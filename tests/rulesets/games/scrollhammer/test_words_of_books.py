"""What the books of Scrollhammer say is right for one of a thing as well."""

import json
from pathlib import Path

BOOKS = Path(__file__).parents[4] / "fixtures" / "books"


def test_a_company_of_one_trade_is_not_told_of_one_trades() -> None:
    book = json.loads((BOOKS / "scrollhammer-saltmere-league.json").read_bytes())
    company = next(one for one in book["units"] if one["key"] == "chartered-company")
    limits = {one["key"]: one["message"] for one in company["limits"]}
    assert "{count} trades" not in limits["company-trades"]
