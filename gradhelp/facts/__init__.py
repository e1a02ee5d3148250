"""Events turned into the questions one can ask of a run. Needs no torch: everything comes from a recording."""
