// QR codes (ISO/IEC 18004): bytes, the lowest level of error correction, the smallest version that has room.

/** Codewords of error correction in a block, and blocks, by version, at level L. */
const PER_BLOCK = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];

/** How many modules hold data and error correction. @param {number} version */
function room(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    modules -= (25 * marks - 10) * marks - 55;
    if (version >= 7) modules -= 36;
  }
  return modules;
}

/** @param {number} version */
const dataBytes = (version) => Math.floor(room(version) / 8) - (PER_BLOCK[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 0);

/** In the field of 256 elements. @param {number} x @param {number} y */
function times(x, y) {
  let z = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    z = (z << 1) ^ ((z >>> 7) * 0x11d);
    z ^= ((y >>> bit) & 1) * x;
  }
  return z;
}

/** @param {number} degree */
function divisor(degree) {
  const result = new Array(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) {
      result[j] = times(result[j], root);
      if (j + 1 < degree) result[j] ^= result[j + 1];
    }
    root = times(root, 2);
  }
  return result;
}

/** @param {number[]} data @param {number[]} by */
function remainder(data, by) {
  const result = by.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    by.forEach((coefficient, index) => (result[index] = (result[index] ?? 0) ^ times(coefficient, factor)));
  }
  return result;
}

/** @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const most = dataBytes(version) * 8;
  put(0, Math.min(4, most - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < most; pad ^= 0xec ^ 0x11) put(pad, 8);
  /** @type {number[]} */
  const data = new Array(bits.length / 8).fill(0);
  bits.forEach((bit, index) => (data[index >>> 3] = (data[index >>> 3] ?? 0) | (bit << (7 - (index & 7)))));
  const blocks = BLOCKS[version - 1] ?? 1;
  const per = PER_BLOCK[version - 1] ?? 7;
  const all = Math.floor(room(version) / 8);
  const short = blocks - (all % blocks);
  const length = Math.floor(all / blocks) - per;
  const by = divisor(per);
  const parts = [];
  for (let block = 0, from = 0; block < blocks; block += 1) {
    const part = data.slice(from, from + length + (block < short ? 0 : 1));
    from += part.length;
    parts.push({ part, check: remainder(part, by) });
  }
  const result = [];
  for (let at = 0; at <= length; at += 1) for (const { part } of parts) if (at < part.length) result.push(part[at] ?? 0);
  for (let at = 0; at < per; at += 1) for (const { check } of parts) result.push(check[at] ?? 0);
  return result;
}

/**
 * The modules of a code as rows, dark ones true; nothing: the text is too long.
 * @param {string} text @returns {boolean[][] | null}
 */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= 40 && dataBytes(version) * 8 < 4 + (version < 10 ? 8 : 16) + bytes.length * 8) version += 1;
  if (version > 40) return null;
  const size = version * 4 + 17;
  /** @type {boolean[][]} */
  const dark = Array.from({ length: size }, () => new Array(size).fill(false));
  /** @type {boolean[][]} */
  const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ is) => {
    const [row, marks] = [dark[y], fixed[y]];
    if (!row || !marks || x < 0 || x >= size) return;
    row[x] = is;
    marks[x] = true;
  };
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        set((x ?? 0) + dx, (y ?? 0) + dy, far !== 2 && far !== 4);
      }
  }
  const marks = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (marks * 2 - 2)) * 2;
  const places = marks ? [6, ...Array.from({ length: marks - 1 }, (_, index) => size - 7 - index * step).reverse()] : [];
  places.forEach((x, i) =>
    places.forEach((y, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === marks - 1) || (i === marks - 1 && j === 0)) return;
      for (let dy = -2; dy <= 2; dy += 1) for (let dx = -2; dx <= 2; dx += 1) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i += 1) {
      const is = ((bits >>> i) & 1) === 1;
      set(size - 11 + (i % 3), Math.floor(i / 3), is);
      set(Math.floor(i / 3), size - 11 + (i % 3), is);
    }
  }
  // The mask is always the first: (x + y) even. Level L and mask 0 give these fifteen bits.
  let rest = 8;
  for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const format = ((8 << 10) | rest) ^ 0x5412;
  const bit = (/** @type {number} */ i) => ((format >>> i) & 1) === 1;
  for (let i = 0; i <= 5; i += 1) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
  const words = codewords(bytes, version);
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let vertical = 0; vertical < size; vertical += 1)
      for (let j = 0; j < 2; j += 1) {
        const x = right - j;
        const up = ((right + 1) & 2) === 0;
        const y = up ? size - 1 - vertical : vertical;
        const row = dark[y];
        if (!row || fixed[y]?.[x]) continue;
        const is = at < words.length * 8 && (((words[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1;
        row[x] = is !== ((x + y) % 2 === 0);
        at += 1;
      }
  }
  return dark;
}
