"use strict";
// The rows and questions every contender gets. Nothing here depends on anything
// but the row's number, so that all see the same bytes without keeping them.

const FAMILIES = ["stats", "usage"];
const QUALIFIERS = ["connected_cell", "connected_wifi", "os_build", "signal"];
const ROWS_PER_PREFIX = 100;
const LITERAL = "error"; // in one value of one row in a hundred
const PATTERN = { re2: ".*[2-4][2-4][2-4].*", js: /[2-4][2-4][2-4]/, glob: "*[2-4][2-4][2-4]*" };
const FIRST_WRITE = 1_577_836_800_000_000; // microseconds
const BETWEEN_VERSIONS = 60_000_000;
const SMALL_ROWS = 10_000; // of the table that a large one is held against
const BATCH = 2000; // rows made and loaded at a time

const mix = (x) => {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
};

// A generator of numbers in [0, n), the same for the same seed.
const random = (seed) => {
  let state = mix(seed);
  return (n) => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) % n;
  };
};

const DAYS = Array.from({ length: ROWS_PER_PREFIX }, (_, i) =>
  new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(5, 10).replace("-", ""));

// Strings are made of bytes at once: pieces put together stay pieces in the
// browser's memory.
const bytes = new Uint8Array(32);
const text = (n) => String.fromCharCode.apply(null, bytes.subarray(0, n));
const put = (at, s) => {
  for (let i = 0; i < s.length; i++) bytes[at + i] = s.charCodeAt(i);
  return at + s.length;
};

const putPrefix = (phone) => {
  const id = (Math.imul(phone + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
  return put(put(put(0, "phone#"), id), "#");
};
const prefixOf = (phone) => text(putPrefix(phone));
const keyOf = (row) => {
  const end = putPrefix(Math.floor(row / ROWS_PER_PREFIX));
  return text(put(put(end, "2020"), DAYS[row % ROWS_PER_PREFIX]));
};

// A value of 16 to 24 characters of [a-z2-7].
const valueOf = (id, marked) => {
  let h = mix(id ^ 0x5bd1e995);
  const n = 16 + (h % 9);
  for (let i = 0; i < n; ) {
    h = mix(h + 0x9e3779b9);
    for (let j = 0, bits = h; j < 6 && i < n; j++, bits >>>= 5) bytes[i++] = "abcdefghijklmnopqrstuvwxyz234567".charCodeAt(bits & 31);
  }
  if (marked) put(5, LITERAL);
  return text(n);
};

class Workload {
  // shape is {rows, families, versions}.
  constructor(shape) {
    Object.assign(this, shape);
    this.columns = [];
    for (const family of FAMILIES.slice(0, shape.families)) {
      for (const qualifier of QUALIFIERS) this.columns.push({ column: this.columns.length, family, qualifier });
    }
  }

  // Bytes of a loaded row that are no values: its key, and each cell's names and
  // timestamp.
  get overhead() {
    const names = this.columns.reduce((n, c) => n + c.family.length + c.qualifier.length + 8, 0);
    return keyOf(0).length + names * this.versions;
  }

  at(version) {
    return FIRST_WRITE + version * BETWEEN_VERSIONS;
  }

  // A row as {key, cells}; cells come in order, newest first.
  row(n) {
    const cells = new Array(this.columns.length * this.versions); // no longer than it has to be
    const marked = mix(n) % 100 === 0;
    let i = 0;
    for (let c = 0; c < this.columns.length; c++) {
      const { family, qualifier } = this.columns[c];
      for (let v = this.versions - 1; v >= 0; v--) {
        const id = (n * this.columns.length + c) * this.versions + v;
        const value = valueOf(id, marked && c === this.columns.length - 1 && v === 0);
        cells[i++] = { family, qualifier, at: this.at(v), value };
      }
    }
    return { key: keyOf(n), cells };
  }

  // All rows in random order, in batches.
  *batches() {
    const order = Uint32Array.from({ length: this.rows }, (_, i) => i);
    const below = random(1);
    for (let i = this.rows - 1; i > 0; i--) {
      const j = below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    for (let i = 0; i < this.rows; i += BATCH) yield Array.from(order.subarray(i, i + BATCH), (n) => this.row(n));
  }

  keys(seed, count) {
    const below = random(seed);
    return Array.from({ length: count }, () => keyOf(below(this.rows)));
  }

  prefixes(seed, count) {
    const below = random(seed);
    return Array.from({ length: count }, () => prefixOf(below(this.rows / ROWS_PER_PREFIX)));
  }

  // Single cells to write as {key, column, family, qualifier, at, value}. Those of
  // one version come over what is there; no two of a later one are equal.
  writes(seed, count, version) {
    const below = random(seed);
    return Array.from({ length: count }, (_, i) => ({
      key: keyOf(below(this.rows)),
      ...this.columns[below(this.columns.length)],
      at: this.at(version) + (version < this.versions ? 0 : i * 1000),
      value: valueOf(mix(seed) + i),
    }));
  }
}

// What was read: cells, and the lengths and last bytes of their values.
const tally = { cells: 0, sum: 0 };

// A hash of every byte read, in order.
const digest = {
  hash: 0,
  text(s) {
    let h = this.hash;
    for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 0x01000193);
    this.hash = Math.imul(h ^ s.length, 0x85ebca6b);
  },
  cell(key, family, qualifier, at, value) {
    this.text(key);
    this.text(family);
    this.text(qualifier);
    this.hash = mix(this.hash ^ (at / 1000) ^ (at / 4294967296000));
    this.text(value);
  },
};

const endOf = (prefix) => prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
