"""Personas: six ways to treat others at a table where talk is open. Numbers say what each one cares for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import inf
from types import MappingProxyType

from core.fault import Fault, sentence

NO_PERSONA = sentence("There is no persona {name}; there are {allowed}.")


class UnknownPersona(Fault):
    """There is no persona of that name; the sentence names the personas there are."""


class Persona(StrEnum):
    """The closed set of personas."""

    LOYAL = "loyal"
    TRADER = "trader"
    MACHIAVELLIAN = "machiavellian"
    OPPORTUNIST = "opportunist"
    AVENGER = "avenger"
    WARY = "wary"


@dataclass(frozen=True, slots=True)
class PersonaWeights:
    """What a persona cares for.

    `prior` is its trust, 0 to 1, in a seat it knows nothing about. `accepts` is the trust from which it says yes.
    `price` is the gain in chance, 0 to 1, for which it breaks its word. `kindness` is what it gives up rather than
    strike a seat it trusts; `revenge` is what it pays to strike a seat it bears a grudge. `proposes` is how often it
    asks for something on its turn. `menaces` is the grudge from which it threatens.
    """

    prior: float
    accepts: float
    price: float
    kindness: float
    revenge: float
    proposes: float
    menaces: float

    @property
    def faithful(self) -> bool:
        """Whether it never breaks its word, whatever the gain."""
        return self.price == inf


PERSONA_WEIGHTS = MappingProxyType(
    {
        Persona.LOYAL: PersonaWeights(0.6, 0.45, inf, 0.04, 0.02, 0.25, 4.0),
        Persona.TRADER: PersonaWeights(0.5, 0.4, 0.25, 0.03, 0.01, 0.4, 4.0),
        Persona.MACHIAVELLIAN: PersonaWeights(0.35, 0.1, 0.08, 0.01, 0.0, 0.4, 2.0),
        Persona.OPPORTUNIST: PersonaWeights(0.4, 0.2, 0.03, 0.0, 0.0, 0.2, 3.0),
        Persona.AVENGER: PersonaWeights(0.5, 0.5, 0.3, 0.02, 0.12, 0.15, 1.0),
        Persona.WARY: PersonaWeights(0.2, inf, inf, 0.0, 0.02, 0.0, 3.0),
    }
)
"""The weights of all six."""


def find(name: str) -> Persona:
    """Give the persona of that name; raise `UnknownPersona`."""
    try:
        return Persona(name)
    except ValueError as error:
        raise UnknownPersona(NO_PERSONA, name=name, allowed=", ".join(Persona)) from error
