"""Proof by experiment: a repair counts as one when a run of the repaired copy has shown the gradient where it belongs."""
