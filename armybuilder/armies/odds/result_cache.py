"""Answers that a process keeps, so that the same question is computed once."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from armybuilder.accounts.cpu_budget import Purse

T = TypeVar("T")


class ResultCache(Generic[T]):
    """The answers that were asked for last, by the hash of their question's words."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[bytes, T] = OrderedDict()
        self._lock = Lock()

    def answer(self, words: str, work: Callable[[], T], purse: Purse | None) -> T:
        """Return a kept answer, or compute it; an exception is not kept.

        Without a purse nobody pays.

        Raises
        ------
        SpentError
            If the answer is not kept and nothing is left for it.
        """
        name = hashlib.sha256(words.encode()).digest()
        with self._lock:
            if name in self._answers:
                self._answers.move_to_end(name)
                return self._answers[name]
        if purse is None:
            found = work()
        else:
            with purse.work():
                found = work()
        with self._lock:
            self._answers[name] = found
            while len(self._answers) > self._most:
                self._answers.popitem(last=False)
        return found
