// Arguments of the kernels in WebAssembly's memory: blocks, laid out as a manifest says.
const TYPES = { u8: BigUint64Array, i8: BigInt64Array, f8: Float64Array, i4: Int32Array,
                u2: Uint16Array, i2: Int16Array, u1: Uint8Array, i1: Int8Array };

class Machine {      // one memory, and the kernels that work in it
  constructor(module) {
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.memory = this.exports.memory;
    this.free = this.exports.__heap_base.value;
    this.scratch = this.place(64);      // for what a kernel returns
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
  constructor(machine, { program, manifest }, bytes, { sizes = [], shapes = {}, shared = {} } = {}) {
    Object.assign(this, { machine, program, manifest, arrays: {} });
    const entries = Object.entries(manifest);
    this.address = machine.place(8 * entries.reduce(
      (words, [, entry]) => Math.max(words, entry.word + 1 + (entry.shape?.length ?? 0)), 0));
    for (const [name, entry] of entries) {
      if (!entry.shape) {
        this.set(name, typeof entry.value === "string" ? BigInt(entry.value) : entry.value);
        continue;
      }
      const shape = shapes[name] ?? entry.shape.map(
        ([constant, ...slopes]) => slopes.reduce((sum, slope, i) => sum + slope * sizes[i], constant));
      const length = shape.reduce((product, size) => product * size, 1), Type = TYPES[entry.dtype];
      const twin = this.arrays[shared[name]];
      const at = twin?.at ?? machine.place(length * Type.BYTES_PER_ELEMENT);
      this.arrays[name] = { at, length, Type };
      [at, ...shape].forEach((word, i) => this.word(entry.word + i)[0] = BigInt(word));
      if (!twin) this.fill(this.view(name), entry, bytes);
    }
  }

  fill(view, entry, bytes) {
    const number = view instanceof BigInt64Array || view instanceof BigUint64Array ? BigInt : Number;
    if (entry.data) new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(
      bytes.subarray(entry.data[0], entry.data[0] + entry.data[1]));
    else if (entry.fill === "count") view.forEach((_, i) => view[i] = number(i));
    else view.fill(number(entry.fill));
  }

  word(index, Type = BigInt64Array) {
    return new Type(this.machine.memory.buffer, this.address + 8 * index, 1);
  }
  set(name, value) {      // a scalar: a float where the manifest has one
    const { word, value: sample } = this.manifest[name];
    if (typeof sample === "string") this.word(word)[0] = BigInt(value);
    else this.word(word, Float64Array)[0] = value;
  }
  view(name) {            // valid until the memory grows
    const { at, length, Type } = this.arrays[name];
    return new Type(this.machine.memory.buffer, at, length);
  }
  number(name) { return Number(this.view(name)[0]); }

  call(kernel) {
    const { exports, scratch } = this.machine;
    const status = exports[`${this.program}_${kernel}`](scratch, scratch + 8, BigInt(this.address));
    if (status) throw new Error(`The kernel ${kernel} failed with status ${status}.`);
  }

  // the bits of rows of a packed array, as bytes of 0 and 1
  bits(name, rows, positions) {
    const { at, length } = this.arrays[name], bytes = new Uint8Array(this.machine.memory.buffer, at);
    const stride = 8 * Number(this.word(this.manifest[name].word + 2)[0]), n = positions.length;
    const out = new Uint8Array(rows.length * n);
    rows.forEach((row, i) => {
      for (let v = 0; v < n; v++)
        out[i * n + v] = bytes[row * stride + (positions[v] >> 3)] >> (positions[v] & 7) & 1;
    });
    return out;
  }
}
