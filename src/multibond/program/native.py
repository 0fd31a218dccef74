"""LLVM text in, addresses of machine code out. The only file that knows llvmlite."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

# The few passes that turn the naive text of kernels into good loops; the whole -O2 pipeline takes four times longer.
_KERNEL_PASSES = ("sroa", "simplify_cfg", "instruction_combine", "loop_rotate", "new_gvn", "simplify_cfg")


class MachineCode:
    """Compiled functions. They live as long as this object does."""

    def __init__(self, engine: Any, names: tuple[str, ...]):
        self._engine = engine
        self.addresses: dict[str, int] = {name: engine.get_function_address(name) for name in names}


@lru_cache(maxsize=1)
def _llvm() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@lru_cache(maxsize=1)
def _host() -> tuple[str, str]:
    llvm = _llvm()
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _target(level: int) -> Any:
    # A new one each time: the engine owns it and frees it.
    cpu, features = _host()
    return _llvm().Target.from_default_triple().create_target_machine(cpu=cpu, features=features, opt=level, jit=True)


def known_symbol(name: str) -> bool:
    """Whether the running process offers the C function `name` (``sincos`` is a GNU extension)."""
    _open_process()
    return bool(_llvm().address_of_symbol(name))


@lru_cache(maxsize=1)
def _open_process() -> Any:
    """LLVM looks into the running process only from its first engine on: make an empty one."""
    llvm = _llvm()
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target(0))


def publish(name: str, address: int) -> None:
    """Let later compiled text call the function at `address` by `name`."""
    _llvm().add_symbol(name, address)


def description() -> str:
    """Everything but the source that decides on the machine code: processor and compiler."""
    import llvmlite

    return " ".join([*_host(), _llvm().get_default_triple(), llvmlite.__version__])


def compile_text(text: str, names: tuple[str, ...], level: int = 0) -> MachineCode:
    """Machine code of the LLVM module `text`; `names` are the functions whose addresses are wanted.

    `level` is the effort of the code generator (0 to 2).
    """
    llvm = _llvm()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), _target(level))
    engine.finalize_object()
    return MachineCode(engine, names)


def object_code(text: str, vectors: bool = False) -> bytes:
    """The object file of the kernels in the LLVM module `text`, made with the passes for loops.

    `vectors` runs the whole pipeline with the loop vectoriser instead: right for long plain loops, but for unrolled
    ones it takes ten times longer and gives slower code.
    """
    llvm = _llvm()
    module = llvm.parse_assembly(text)
    machine = _target(2)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = vectors
    builder = llvm.create_pass_builder(machine, options)
    if vectors:
        builder.getModulePassManager().run(module, builder)
        return machine.emit_object(module)
    manager = llvm.create_new_function_pass_manager()
    for name in _KERNEL_PASSES:
        getattr(manager, f"add_{name}_pass")()
    for function in module.functions:
        if not function.is_declaration:
            manager.run(function, builder)
    return machine.emit_object(module)


def load_object(data: bytes, names: tuple[str, ...]) -> MachineCode:
    """The functions `names` of an object file."""
    llvm = _llvm()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target(0))
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(data))
    engine.finalize_object()
    return MachineCode(engine, names)
