// The kernels' arguments: arrays in WebAssembly's memory and scalars, made as a manifest says.
const TYPES = { u8: BigUint64Array, i8: BigInt64Array, f8: Float64Array, i4: Int32Array,
                u2: Uint16Array, i2: Int16Array, u1: Uint8Array, i1: Int8Array };

class Machine {      // one memory, and the kernels that work in it
  constructor(module) {
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.memory = this.exports.memory;
    this.free = this.exports.__heap_base.value;
    this.scratch = this.place(64);      // for a kernel's result and its error
  }

  place(bytes) {
    const at = this.free + 63 & ~63;
    this.free = at + bytes;
    const missing = Math.ceil((this.free - this.memory.buffer.byteLength) / 65536);
    if (missing > 0) this.memory.grow(missing);
    return at;
  }
}

class Block {
  // sizes: numbers that shapes depend on; shapes: those that differ from the manifest's; shared:
  // arrays that are another one, by name; bytes: what the manifest's contents refer to
  constructor(machine, { program, kernels, manifest }, bytes, { sizes = [], shapes = {}, shared = {} } = {}) {
    Object.assign(this, { machine, program, manifest, arrays: {}, passed: {} });
    for (const [name, entry] of Object.entries(manifest)) {
      if (!entry.shape) {
        this.set(name, entry.value);
        continue;
      }
      const shape = shapes[name] ?? entry.shape.map(
        ([constant, ...slopes]) => slopes.reduce((sum, slope, i) => sum + slope * sizes[i], constant));
      const Type = TYPES[entry.dtype], size = Type.BYTES_PER_ELEMENT;
      const strides = shape.map((_, i) => shape.slice(i + 1).reduce((bytes, length) => bytes * length, size));
      const length = shape.length && shape[0] * strides[0] / size, twin = this.arrays[shared[name]];
      const at = twin?.at ?? machine.place(length * size);
      this.arrays[name] = { at, length, Type, stride: strides[0] };
      this.passed[name] = [0, 0, BigInt(length), BigInt(size), at, ...[...shape, ...strides].map(BigInt)];
      if (!twin) this.fill(this.view(name), entry, bytes);
    }
    this.kernels = Object.fromEntries(Object.entries(kernels).map(([kernel, parameters]) => [kernel,
      parameters.flatMap(parameter => Object.keys(manifest).filter(name => name.split(".")[0] === parameter))]));
  }

  fill(view, entry, bytes) {
    const number = view instanceof BigInt64Array || view instanceof BigUint64Array ? BigInt : Number;
    if (entry.values) view.set(entry.values);
    else if (entry.data) new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(
      bytes.subarray(entry.data[0], entry.data[0] + entry.data[1]));
    else if (entry.fill === "count") view.forEach((_, i) => view[i] = number(i));
    else view.fill(number(entry.fill));
  }

  set(name, value) {      // a scalar
    this.passed[name] = [this.manifest[name].dtype === "i8" ? BigInt(value) : Number(value)];
  }
  view(name) {            // valid until the memory grows
    const { at, length, Type } = this.arrays[name];
    return new Type(this.machine.memory.buffer, at, length);
  }
  number(name) { return Number(this.view(name)[0]); }
  setBits(name, row, positions, bits) {
    const { at, stride } = this.arrays[name], bytes = new Uint8Array(this.machine.memory.buffer, at + row * stride, stride);
    bits.forEach((bit, v) => { bytes[positions[v] >> 3] |= bit << (positions[v] & 7); });
  }

  // a function that calls a kernel with the arguments of now; its result is in the machine's scratch
  ready(kernel) {
    const { exports, scratch } = this.machine, given = this.kernels[kernel].flatMap(name => this.passed[name]);
    const code = exports[`${this.program}_${kernel}`].bind(null, scratch, scratch + 8, ...given);
    return () => {
      const status = code();
      if (status) throw new Error(`The kernel ${kernel} failed with status ${status}.`);
    };
  }
  call(kernel) { this.ready(kernel)(); }

  // the bits of rows of a packed array, as bytes of 0 and 1
  bits(name, rows, positions) {
    const { at, stride } = this.arrays[name], n = positions.length, out = new Uint8Array(rows.length * n);
    const bytes = new Uint8Array(this.machine.memory.buffer, at);
    rows.forEach((row, i) => {
      for (let v = 0; v < n; v++)
        out[i * n + v] = bytes[row * stride + (positions[v] >> 3)] >> (positions[v] & 7) & 1;
    });
    return out;
  }
}
