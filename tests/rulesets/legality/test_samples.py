"""The sample armies that the sweeps go through are there."""

from tests.rulesets.legality.samples import ILLEGAL, samples_of


def test_the_illegal_armies_are_among_the_samples() -> None:
    assert {"two-generals", "unknown-edition"} <= {
        key for key, _ in samples_of(ILLEGAL)
    }
