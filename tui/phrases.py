"""Other ways to say an act: who speaks for a bot draws one, and every reader sees the same one in his own language."""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import sentence

PHRASES: Mapping[str, tuple[str, ...]] = {
    "propose truce {whom} {turn}": (
        sentence("{whom}, let us leave each other alone until turn {turn}."),
        sentence("Peace between us until turn {turn}, {whom}?"),
        sentence("{whom}, neither of us gains by fighting. A truce until turn {turn}?"),
    ),
    "propose joint-attack {whom} {target}": (
        sentence("{whom}, {target} is too strong for either of us alone. Together?"),
        sentence("If you strike {target}, {whom}, so will I."),
        sentence("{whom}, you and I against {target}: what do you say?"),
    ),
    "propose leave-power {whom} {turn}": (
        sentence("{whom}, you have sat in power long enough. Out of there before turn {turn}?"),
        sentence("Come down before turn {turn}, {whom}, and nobody need get hurt."),
        sentence("{whom}, leave the power to somebody else before turn {turn}, will you?"),
    ),
    "accept {pact} {whom}": (
        sentence("Agreed, {whom}: {pact}."),
        sentence("{whom}, you have my word on {pact}."),
        sentence("So be it, {whom}: {pact}."),
    ),
    "refuse {pact} {whom}": (
        sentence("No, {whom}: I want nothing of {pact}."),
        sentence("Not with me, {whom}. No word of {pact}."),
        sentence("{whom}, you will have to do without my word on {pact}."),
    ),
    "threaten {whom}": (
        sentence("{whom}, I do not forget."),
        sentence("You will pay for that, {whom}."),
        sentence("{whom}, look behind you from now on."),
    ),
    "accuse {whom}": (
        sentence("{whom} gave me a word and broke it. Let everybody remember it."),
        sentence("So much for your promises, {whom}."),
        sentence("{whom}, what you agree to is worth nothing."),
    ),
    "thank {whom}": (
        sentence("{whom}, you have kept your word. Thank you."),
        sentence("My thanks, {whom}."),
        sentence("One can deal with you, {whom}."),
    ),
}
"""By the form of an act (`tui.acts.FORMS`)."""
