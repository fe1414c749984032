# Wrong: what cannot be added is refused as a move is.
import json
import sys


class Refused(Exception):
    pass


def new_game(arguments):
    if len(arguments) < 2:
        raise Refused("ongeldige stapels")
    for argument in arguments:
        if type(argument) is not int or argument < 0:
            raise Refused("ongeldige stapels")
    return list(arguments)


def expression(heaps):
    return "Nim(" + ", ".join(map(str, heaps)) + ")"


def take(heaps, heap, matches):
    if not 1 <= heap <= len(heaps) or not 1 <= matches <= heaps[heap - 1]:
        raise Refused("ongeldige zet")
    heaps[heap - 1] -= matches


def total(heaps, others):
    length = max(len(heaps), len(others))
    padded = [game + [0] * (length - len(game)) for game in (heaps, others)]
    return [one + other for one, other in zip(*padded)]


heaps = []
for line in sys.stdin:
    name, *words = line.split()
    arguments = [json.loads(word) for word in words]
    try:
        if name == "Nim":
            heaps = new_game(arguments)
        elif name == "wegnemen":
            take(heaps, *arguments)
        elif name == "repr":
            print(expression(heaps))
        elif name == "str":
            for number, heap in enumerate(heaps):
                print(f"{number + 1}: " + "|" * heap)
        elif name == "isafgelopen":
            print(not any(heaps))
        elif name == "+":
            try:
                print(expression(total(heaps, new_game(arguments))))
            except Refused:
                raise Refused("ongeldige zet") from None
    except Refused as refusal:
        print("AssertionError:", refusal)
