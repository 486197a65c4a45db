import pytest

from rulesets.books.bookshelf import BookFolder
from rulesets.list_text import read_list
from rulesets.list_text.text_files import list_text
from rulesets.rosters.roster import read_roster
from tests.real_books import BOOKS

SHELF = BookFolder(BOOKS)
ROSTER = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="r" name="Reikland Muster" battleScribeVersion="2.03"
  xmlns="http://www.battlescribe.net/schema/rosterSchema">
 <costLimits><costLimit name="pts" typeId="p" value="1000.0"/></costLimits>
 <forces><force id="f" name="Standard" catalogueName="The Empire">
  <selections>
   <selection id="1" name="Halberdiers" customName="The Old Guard"
    number="1" type="unit">
    <selections>
     <selection id="2" name="Halberdier" number="20" type="model">
      <costs><cost name="pts" value="120.0"/></costs>
     </selection>
     <selection id="3" name="Musician" number="1" type="upgrade">
      <costs><cost name="pts" value="5.0"/></costs>
     </selection>
    </selections>
   </selection>
   <selection id="4" name="Great Cannon" number="1" type="unit">
    <costs><cost name="pts" value="100.0"/></costs>
   </selection>
  </selections>
 </force></forces>
</roster>"""


def test_names_and_numbers_of_a_roster_are_read() -> None:
    text = list_text(ROSTER.encode())
    assert text is not None
    found = read_list(text, SHELF)
    assert found.open_lines == ()
    assert (found.book, found.name, found.limit, found.ours) == (
        "warhammer-empire",
        "Reikland Muster",
        1000,
        225,
    )
    halberdiers, cannon = read_roster(found.roster()).forces[0].units
    assert halberdiers.name == "The Old Guard"
    assert {one.entry: one.count for one in halberdiers.selections} == {
        "halberdier": 20,
        "musician": 1,
    }
    assert cannon.entry == "great-cannon"


@pytest.mark.parametrize(
    "text",
    [
        "<roster>",
        "<html><p>20 Halberdiers</p></html>",
        '<!DOCTYPE roster [<!ENTITY a "b">]><roster name="&a;"/>',
        '<?xml version="1.0"?><!DOCTYPE r SYSTEM "file:///etc/passwd"><roster/>',
    ],
)
def test_what_is_no_plain_roster_is_not_read(text: str) -> None:
    assert list_text(text.encode()) is None
