"""The options of `parley arena`, as its help page describes them."""

from __future__ import annotations

from typing import Annotated

import typer

from tui.cli.shared_options import Json

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game.")]
Words = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT...",
        help="The bots: random, greedy, a level 1..5 or a command; the last one takes the sides that are left. "
        "NAME=VALUE is an option of the game.",
    ),
]
Games = Annotated[int, typer.Option(min=1, metavar="N", help="How many games, in whole groups.")]
Seed = Annotated[int, typer.Option(min=0, metavar="N", help="The same seed plays the same games.")]
Jobs = Annotated[int, typer.Option(min=0, metavar="N", help="How many are played side by side; 0: by the processors.")]
Opening = Annotated[
    int,
    typer.Option(min=-1, metavar="N", help="Decisions made at random before the bots begin; -1: one for each side."),
]
MaxPlies = Annotated[
    int, typer.Option(min=0, metavar="N", help="Plies after which a game is drawn; 0: the usual number.")
]
Out = Annotated[
    str, typer.Option(metavar="FOLDER", help="The folder for records and results; without one, none are kept.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the results of that folder.")]
Sprt = Annotated[
    tuple[float, float] | None,
    typer.Option(metavar="ELO ELO", help="Stop as soon as one of two Elo differences is clearly more likely."),
]
Patience = Annotated[
    float, typer.Option(min=0.1, metavar="SECONDS", help="How long a decision of another program may take.")
]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game.")]


def arena(
    game: Game,
    words: Words,
    *,
    option: Options = None,
    games: Games = 100,
    seed: Seed = 1,
    jobs: Jobs = 0,
    opening: Opening = -1,
    max_plies: MaxPlies = 0,
    out: Out = "",
    resume: Resume = False,
    sprt: Sprt = None,
    patience: Patience = 60.0,
    json: Json = False,
) -> int:
    """Let bots play matches in pairs with seats exchanged, and weigh how strong they are."""
    from tui.bots.arena import arena_run
    from tui.cli.shared_options import pairs

    wish = arena_run.Wish(
        game=game,
        words=tuple(words),
        options=tuple(pairs(option).items()),
        games=games,
        seed=seed,
        jobs=jobs,
        opening=opening,
        most_plies=max_plies,
        out=out,
        resume=resume,
        sprt=sprt,
        patience=patience,
        json=json,
    )
    return arena_run.run(wish)
