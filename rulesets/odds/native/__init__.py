"""The compiled kernel: an optional, quicker way to the same numbers.

``build`` compiles it, ``loading`` finds and loads it. Without it, or with
``ARMYBUILDER_NATIVE=0``, NumPy works everything out.
"""
