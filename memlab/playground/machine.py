"""Kernels as WebAssembly: all that depends on how Numba and LLVM work inside.

Numba compiles each kernel once more, without optimisation and for no processor in particular; what
it says in LLVM's language is renamed to the other machine, optimised for that, and linked. Numba
reads its settings when it is imported: `compiled` has it done in a process of its own.

A kernel's arguments stand in one block of bytes (`blocks`), and the kernel's export takes nothing
but the address of that. So no struct of Numba's ever crosses the border, and it does not matter
that Numba counts in 64 bits where an address has 32.
"""

import importlib
import inspect
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import llvmlite.binding as llvm
from llvmlite import ir
from numba import njit, typeof, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from ..kernels import simd
from ..paths import ROOT
from .blocks import words

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
_SETTINGS = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "",
             "NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"}
_I64, _DOUBLE = ir.IntType(64), ir.DoubleType()
_MASK = ir.VectorType(ir.IntType(1), 64)


class BuildError(RuntimeError):
    """The kernels could not be made into WebAssembly."""


def linker():
    """The path of LLVM's linker for WebAssembly, version 14 or newer."""
    names = ["wasm-ld", *(f"wasm-ld-{version}" for version in range(40, 13, -1))]
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise BuildError("the linker wasm-ld is missing, which only building the page needs "
                         "(Debian and Ubuntu: apt-get install lld; conda: conda install lld)")
    return found


def kind(arguments):
    """What arguments have to share to be computed on by the same machine code: str."""
    return str([typeof(argument) for argument in arguments.values()])


def compiled(programs):
    """WebAssembly of kernels.

    Parameters
    ----------
    programs : dict
        By name, a dict of named arguments and a list of kernels, such as "engine.advance", which
        take those of them that they name. A kernel becomes the export "PROGRAM_advance".

    Returns
    -------
    bytes

    Raises
    ------
    BuildError
        If there is no linker, or if a kernel needs something that the page does not have.
    """
    tool = linker()
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-m", __name__, tool], input=pickle.dumps(programs),
            env={**os.environ, **_SETTINGS, "NUMBA_CACHE_DIR": cache, "PYTHONPATH": str(ROOT)},
            capture_output=True, check=False)
    if done.returncode:
        raise BuildError(f"the kernels could not be compiled:\n{done.stderr.decode()[-2000:]}")
    return done.stdout


def _main():
    programs = pickle.load(sys.stdin.buffer)
    simd.to_mask = lambda builder, word: _foreign(builder, "memlab.mask", _MASK, word)
    simd.to_word = lambda builder, mask: _foreign(builder, "memlab.word", _I64, mask)
    for name in ("memlab.mask", "memlab.word"):
        llvm.add_symbol(name, 1)      # nobody calls them on this machine
    sys.stdout.buffer.write(_link(*_assemble(programs), sys.argv[1]))


def _foreign(builder, name, result, argument):
    function = ir.FunctionType(result, [argument.type])
    return builder.call(cgutils.get_or_insert_function(builder.module, function, name), [argument])


def _assemble(programs):
    """An object file of all programs, and the names of its exports."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(features=FEATURES, opt=3,
                                                                    reloc="static")

    def parsed(text, *exports):
        module = llvm.parse_assembly(text)
        module.triple, module.data_layout = TRIPLE, str(machine.target_data)
        for item in (*module.functions, *module.global_variables):
            if not item.is_declaration and item.name not in exports:
                item.linkage = "internal"
        return module

    exports = {}
    for program, (arguments, kernels) in programs.items():
        for path in kernels:
            module, _, name = path.partition(".")
            kernel = getattr(importlib.import_module(f"memlab.kernels.{module}"), name)
            text, symbol = _entry(kernel, arguments)
            exports[f"{program}_{name}"] = text.replace(f"@{symbol}(", f"@{program}_{name}(")
    whole = parsed(Path(__file__).with_name("wasm.ll").read_text(), "memlab.mask", "memlab.word",
                   "__multi3", "log", "log1p")
    for name, text in exports.items():
        whole.link_in(parsed(text, name))
    for function in whole.functions:
        if not function.is_declaration and function.name not in (*exports, "__multi3"):
            function.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    unused = llvm.create_new_module_pass_manager()
    unused.add_global_dead_code_eliminate_pass()
    for passes in (unused, builder.getModulePassManager(), unused):
        passes.run(whole, builder)
    if re.search(r"inttoptr \(i64 \d{6,}", str(whole)):
        raise BuildError("an address of this process is left in the code")
    return machine.emit_object(whole), exports


def _link(code, exports, tool):
    """A WebAssembly module of an object file; whatever that leaves undefined is an error."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        source.write_bytes(code)
        subprocess.run([tool, "--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z",
                        "stack-size=1048576", "--export=__heap_base",
                        *(f"--export={name}" for name in exports), source, "-o", target],
                       check=True)
        return target.read_bytes()


def _entry(kernel, arguments):
    """LLVM's text of `kernel` as a function of a block's address, and the name it has there."""
    wanted = list(inspect.signature(kernel.py_func).parameters)
    first = words(arguments)
    layout = types.Tuple([typeof(arguments[name]) for name in wanted])

    @intrinsic
    def unpack(context, address):
        def generate(context, builder, signature, args):
            values = [_Reader(context, builder, args[0], first[name]).read(item)
                      for name, item in zip(wanted, layout.types, strict=True)]
            return context.make_tuple(builder, layout, values)
        return layout(types.int64), generate

    def at(address):
        kernel(*unpack(address))

    dispatcher = njit(nogil=True, error_model="numpy", _nrt=False)(at)
    signature = (types.int64,)
    dispatcher.compile(signature)
    return (dispatcher.inspect_llvm(signature),
            dispatcher.overloads[signature].fndesc.mangled_name)


class _Reader:
    """Makes Numba's values of a block's words, one after the other."""

    def __init__(self, context, builder, address, word):
        self.context, self.builder, self.address, self.word = context, builder, address, word

    def read(self, kind):
        if isinstance(kind, types.BaseTuple):
            values = [self.read(item) for item in kind.types]
            return self.context.make_tuple(self.builder, kind, values)
        if isinstance(kind, types.Array):
            return self._array(kind)
        if isinstance(kind, types.Float):
            return self._next(_DOUBLE)
        number = self._next()
        if isinstance(kind, types.Boolean):
            return self.builder.icmp_signed("!=", number, _I64(0))
        return number

    def _next(self, kind=_I64):
        place = self.builder.add(self.address, _I64(8 * self.word))
        self.word += 1
        return self.builder.load(self.builder.inttoptr(place, kind.as_pointer()))

    def _array(self, kind):
        array = self.context.make_array(kind)(self.context, self.builder)
        data = self.builder.inttoptr(self._next(), array.data.type)
        shape = [self._next() for _ in range(kind.ndim)]
        strides = [_I64(kind.dtype.bitwidth // 8)]
        for length in reversed(shape[1:]):
            strides.insert(0, self.builder.mul(strides[0], length))
        populate_array(array, data=data, shape=cgutils.pack_array(self.builder, shape),
                       strides=cgutils.pack_array(self.builder, strides), itemsize=strides[-1],
                       meminfo=None)
        return array._getvalue()


if __name__ == "__main__":
    _main()
