// The state of the random number generator for a seed, as numpy.random.SeedSequence makes it.
"use strict";

function seedState(seed) {
  const entropy = [];
  for (let rest = BigInt(seed); rest || !entropy.length; rest >>= 32n)
    entropy.push(Number(rest & 0xffffffffn));

  const fold = value => (value ^ value >>> 16) >>> 0;
  const hasher = (factor, multiplier) => value => {
    const keyed = value ^ factor;
    factor = Math.imul(factor, multiplier);
    return fold(Math.imul(keyed, factor));
  };
  const hash = hasher(0x43b0d7e5, 0x931e8875), expand = hasher(0x8b51f9dd, 0x58f38ded);
  const mix = (x, y) => fold(Math.imul(x, 0xca01f9dd) - Math.imul(y, 0x4973f715));
  const pool = [0, 1, 2, 3].map(i => hash(entropy[i] ?? 0));
  for (let from = 0; from < 4; from++)
    for (let to = 0; to < 4; to++) if (from !== to) pool[to] = mix(pool[to], hash(pool[from]));
  for (const word of entropy.slice(4))
    for (let to = 0; to < 4; to++) pool[to] = mix(pool[to], hash(word));

  const words = Array.from({ length: 8 }, (_, i) => expand(pool[i % 4]));
  return [0, 2, 4, 6].map(i => BigInt(words[i + 1]) << 32n | BigInt(words[i]));
}
