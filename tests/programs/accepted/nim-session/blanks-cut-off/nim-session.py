# The blank after an empty heap's colon is not printed.

import json
import sys


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


def total(heaps, others):
    together = list(heaps)
    for number, other in enumerate(others):
        if number == len(together):
            together.append("")
        together[number] += other
    return together


def main():
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
                    print(f"{number + 1}: {heap}".rstrip())
            elif name == "isafgelopen":
                print("".join(heaps) == "")
            elif name == "+":
                print(expression(total(heaps, new_game(arguments))))
        except Refused as refusal:
            print("AssertionError:", refusal)


main()
