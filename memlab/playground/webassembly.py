"""Compile kernels to WebAssembly: all code that depends on the internals of Numba and LLVM.

Numba compiles each kernel again, without optimisation and for a generic processor. The LLVM code is
retargeted to WebAssembly, optimised, and linked. Since Numba reads its settings at import,
`compiled` runs in a separate process.

A compiled kernel takes two addresses, for its result and its error, and then the parts of its
arguments one after another. The parts of an array are an owner and a parent (both null), the number
of elements, the number of bytes per element, the address, the shape, and the strides.
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
from numba import njit, typeof
from numba.core import cgutils

from ..kernels import simd
from ..support.paths import ROOT

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
_SETTINGS = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "",
             "NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"}
_WORD, _MASK = ir.IntType(64), ir.VectorType(ir.IntType(1), 64)


def linker():
    """The path of LLVM's linker for WebAssembly, version 14 or newer."""
    if (found := shutil.which("wasm-ld")) is None:
        raise RuntimeError("the linker wasm-ld is missing, which only building the page needs "
                           "(Debian and Ubuntu: apt-get install lld; conda: conda install lld)")
    return found


def parameters(kernel):
    """The names of a kernel's arguments."""
    return list(inspect.signature(kernel.py_func).parameters)


def compiled(programs):
    """Compile kernels to WebAssembly.

    Parameters
    ----------
    programs : dict
        By name, a dict of named arguments, and the kernels, which take the arguments with the names
        of their parameters. The kernel ``advance`` becomes the export "PROGRAM_advance".

    Returns
    -------
    bytes
        The module.

    Raises
    ------
    RuntimeError
        If there is no linker, or if a kernel needs something that the page does not provide.
    """
    tool = linker()
    order = [(program, kernel.__module__, kernel.__name__, arguments)
             for program, (arguments, kernels) in programs.items() for kernel in kernels]
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [sys.executable, "-P", "-W", "ignore", "-m", __name__, tool],
            input=pickle.dumps(order),
            env={**os.environ, **_SETTINGS, "NUMBA_CACHE_DIR": cache, "PYTHONPATH": str(ROOT)},
            capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the kernels could not be compiled:\n{done.stderr.decode()[-2000:]}")
    return done.stdout


def _main():
    simd.to_mask = lambda builder, word: _foreign(builder, "memlab.mask", _MASK, word)
    simd.to_word = lambda builder, mask: _foreign(builder, "memlab.word", _WORD, mask)
    for name in ("memlab.mask", "memlab.word"):
        llvm.add_symbol(name, 1)      # they are never called on this machine
    texts = {f"{program}_{name}": _text(getattr(importlib.import_module(module), name), arguments,
                                        f"{program}_{name}")
             for program, module, name, arguments in pickle.load(sys.stdin.buffer)}
    sys.stdout.buffer.write(_link(_assemble(texts), texts, sys.argv[1]))


def _foreign(builder, name, result, argument):
    function = ir.FunctionType(result, [argument.type])
    return builder.call(cgutils.get_or_insert_function(builder.module, function, name), [argument])


def _text(kernel, arguments, name):
    """Return the LLVM code of a kernel as a function of the given name."""
    signature = tuple(typeof(arguments[parameter]) for parameter in parameters(kernel))
    dispatcher = njit(nogil=True, error_model="numpy", _nrt=False)(kernel.py_func)
    dispatcher.compile(signature)
    symbol = dispatcher.overloads[signature].fndesc.mangled_name
    return dispatcher.inspect_llvm(signature).replace(f"@{symbol}(", f"@{name}(")


def _assemble(texts):
    """An object file of all exports."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(features=FEATURES, opt=3,
                                                                    reloc="static")

    def parsed(text, *public):
        module = llvm.parse_assembly(text)
        module.triple, module.data_layout = TRIPLE, str(machine.target_data)
        hide(module, *public)
        return module

    def hide(module, *public):
        for item in (*module.functions, *module.global_variables):
            if not item.is_declaration and item.name not in public:
                item.linkage = "internal"

    library = Path(__file__).with_name("wasm.ll").read_text("utf-8")
    whole = parsed(library, "memlab.mask", "memlab.word", "__multi3", "log", "log1p")
    for name, text in texts.items():
        whole.link_in(parsed(text, name))
    hide(whole, "__multi3", *texts)      # the compiler itself asks for the product
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    unused = llvm.create_new_module_pass_manager()
    unused.add_global_dead_code_eliminate_pass()
    for passes in (unused, builder.getModulePassManager(), unused):
        passes.run(whole, builder)
    if re.search(r"inttoptr \(i64 \d{6,}", str(whole)):
        raise RuntimeError("an address of this process is left in the code")
    return machine.emit_object(whole)


def _link(code, exports, tool):
    """Link an object file to a WebAssembly module; any undefined symbol is an error."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        source.write_bytes(code)
        subprocess.run([tool, "--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z",
                        "stack-size=1048576", "--export=__heap_base",
                        *(f"--export={name}" for name in exports), source, "-o", target],
                       check=True)
        return target.read_bytes()


if __name__ == "__main__":
    _main()
