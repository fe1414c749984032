"""Nim by the session protocol: reads calls, prints what they answer."""

import json
import sys
from itertools import zip_longest


class Refused(Exception):
    pass


def new_game(arguments):
    """Each heap is kept as a string of matches."""
    for argument in arguments:
        if type(argument) is not int or argument < 0:
            raise Refused("ongeldige stapels")
    if len(arguments) < 2:
        raise Refused("ongeldige stapels")
    return ["|" * argument for argument in arguments]


def expression(heaps):
    return "Nim(" + ", ".join(str(len(heap)) for heap in heaps) + ")"


def take(heaps, heap, matches):
    wanted = "|" * matches
    if heap < 1 or heap > len(heaps) or not wanted or not heaps[heap - 1].startswith(wanted):
        raise Refused("ongeldige zet")
    heaps[heap - 1] = heaps[heap - 1][matches:]


def main():
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
                    print(f"{number + 1}: {heap}")
            elif name == "isafgelopen":
                print("".join(heaps) == "")
            else:
                pairs = zip_longest(heaps, new_game(arguments), fillvalue="")
                print(expression(map("".join, pairs)))
        except Refused as refusal:
            print("AssertionError:", refusal)


main()
