"""The use case behind `gradhelp probe`: runs an environment in the sandbox and says what its step does with a gradient.

Unlike a simulator's documentation, this is measured: on this machine, in the user's interpreter, with these versions.
"""

from gradhelp.probe.run import ProbeRequest, probe

__all__ = ["ProbeRequest", "probe"]
