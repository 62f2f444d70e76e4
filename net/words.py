"""The words of fingerprints: 256 short ones, one a byte, no two alike in their first three letters."""

from __future__ import annotations

_TEXT = """
    acorn agate album alder amber anvil apple apron arrow aspen atlas badge bagel basil beach begin bench berry
    birch bison blade bloom board bonus bread brick broom cabin camel canoe cargo cedar chalk cider clerk cloud
    cobra comet coral crane cubit curve daisy dance delta denim diary digit dozen draft drift eagle earth ebony echo
    elbow engine epoch essay fable falcon farm feast fence ferry fiber fig finch flame flint focus forge fossil
    frost galaxy garnet gecko ginger glass globe goat gold gourd grape grove guitar habit hazel hedge heron hinge
    hobby honey horn hotel hub humor ibis icon igloo inch iris ivory jacket jade jelly jet jigsaw jolly judge jungle
    kayak kelp kettle kiwi knot koala label ladder lagoon lamp lantern lemon level lilac linen lizard llama lodge
    lotus lunar lynx magnet mango maple marble meadow melon merit mimic mint moat model monk mosaic motor mule
    napkin nectar needle nickel noble nomad north nutmeg oasis oat ocean olive onyx opal orbit otter owl oyster
    paddle panda parrot pearl pebble piano pilot pixel plum polar poppy prism pulse quail quest quilt quota rabbit
    radish raven reef ribbon ridge river robin rocket rope ruby salmon scarf scout seal sequoia shadow shell silk
    sketch sled slope smile snail sofa solar spark spruce squid stamp stone sugar summer swan tablet talon tango
    teapot tempo thorn ticket tiger timber toast token torch tower trout tulip tundra turtle umber union valley
    vault velvet vessel vine violet vortex wafer wagon walnut water wedge wheat willow window wolf yacht yarn yellow
    zebra zenith
"""

WORDS: tuple[str, ...] = tuple(_TEXT.split())
"""In alphabetical order; a word's place is the byte it stands for."""
