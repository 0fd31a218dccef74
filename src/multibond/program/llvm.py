"""The back end that writes LLVM text and has it compiled in this process."""

from __future__ import annotations

from ..frozen import frozen
from .backend import Backend, Function, Listing, Room
from .block_kernels import publish_for
from .emit import Emitter, Module
from .native import compile_text
from .number import DOUBLE, Number
from .tape import Tape

SMALL = 150  # operations up to which better code is worth its compile time; beyond, level 0 runs as fast (measured)


@frozen
class Llvm(Backend):
    """`effort` is LLVM's optimisation level (None: 2 for small functions, else 0)."""

    number: Number = DOUBLE
    effort: int | None = None

    def text(self, listing: Listing, room: Room) -> tuple[str, int]:
        """The LLVM module of a listing, and its number of operations."""
        module, tape = Module(self.number), Tape(room.reserve, self.number)
        emitter = Emitter(module, tape, listing.locations, listing.name)
        emitter.shadows = listing.shadows
        chosen = listing.needed()
        emitter.expect(listing.expressions(chosen))
        for number, step in chosen:
            emitter.step(step, number, room.warm_start)
        for k, node in enumerate(listing.outputs):
            tape.store(emitter.real(node), "out", k)
        module.functions.append(tape.text(listing.name))
        return module.text(), len(tape.templates)

    def compile(self, listing: Listing, room: Room) -> Function:
        """Machine code in this process."""
        text, operations = self.text(listing, room)
        publish_for(text, self.number)
        level = self.effort if self.effort is not None else (2 if operations <= SMALL else 0)
        code = compile_text(text, (listing.name,), level)
        return Function(code.addresses[listing.name], len(listing.outputs), code)


__all__ = ["Llvm"]
