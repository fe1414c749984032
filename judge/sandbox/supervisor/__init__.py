"""The small process beside every box that starts its programs, watches them and cleans up.

It runs on the base interpreter without site-packages, so these modules import the standard library
and each other alone, and no more of it than they need: a box opens as fast as this loads.
"""
