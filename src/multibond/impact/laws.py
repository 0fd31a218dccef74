"""Laws of restitution, by name.

* ``"newton"``: the velocity of separation is `e` times that of approach. With friction it may gain energy.
* ``"poisson"``: the normal impulse of the restitution is `e` times that of the compression.
* ``"stronge"``: the restitution gives back `e²` times the work that the compression took.

Without friction all three are one law.
"""

POISSON, STRONGE, NEWTON = 0, 1, 2
LAWS = ("poisson", "stronge", "newton")
CODES = {name: code for code, name in enumerate(LAWS)}
