"use strict";
// The engine, through the exports of test/bench/engine: what goes in and what
// comes out lies packed in one buffer each.
importScripts("/wasm_exec.js");

const MAIN = 0, SMALL = 1, RAW = 2; // where rows go

const takes = {
  // Walks the cells where they lie.
  tally(buf, pos, end) {
    let cells = 0;
    let sum = 0;
    while (pos < end) {
      let left = buf[pos] | (buf[pos + 1] << 8);
      pos += 3 + buf[pos + 2];
      cells += left;
      for (; left > 0; left--) {
        pos += 1 + buf[pos];
        pos += 1 + buf[pos];
        const n = buf[pos + 8] | (buf[pos + 9] << 8);
        pos += 10 + n;
        sum += n + buf[pos - 1];
      }
    }
    tally.cells += cells;
    tally.sum += sum;
  },
  digest(buf, pos, end) {
    const view = new DataView(buf.buffer);
    const take = (n) => String.fromCharCode.apply(null, buf.subarray(pos, (pos += n)));
    while (pos < end) {
      let left = view.getUint16(pos, true);
      pos += 2;
      const key = take(buf[pos++]);
      for (; left > 0; left--) {
        const family = take(buf[pos++]);
        const qualifier = take(buf[pos++]);
        const at = view.getFloat64(pos, true);
        const n = view.getUint16(pos + 8, true);
        pos += 10;
        digest.cell(key, family, qualifier, at, take(n));
      }
    }
  },
};

class Contender {
  static async start() {
    const go = new Go();
    const { instance } = await WebAssembly.instantiateStreaming(fetch("/engine.wasm"), go.importObject);
    go.run(instance);
    Contender.wasm = instance.exports;
  }

  constructor(workload) {
    this.workload = workload;
    this.wasm = Contender.wasm;
    // Room for a batch of rows, or for the questions of a round.
    const perRow = 32 + workload.columns.length * workload.versions * 40;
    this.input = this.wasm.open(Math.max(BATCH * perRow, 1 << 19)) >>> 0;
    this.refresh();
    let pos = this.input;
    for (const { family, qualifier } of workload.columns) pos = this.pack(this.pack(pos, family), qualifier);
    this.wasm.declare(pos - this.input);
  }

  close() {
    this.wasm.close();
  }

  // Go's memory may have grown, and then has another buffer.
  refresh() {
    const memory = this.wasm.mem.buffer;
    if (this.buf?.buffer !== memory) {
      this.buf = new Uint8Array(memory);
      this.view = new DataView(memory);
    }
  }

  pack(pos, s) {
    const buf = this.buf;
    const n = s.length;
    buf[pos++] = n;
    for (let i = 0; i < n; i++) buf[pos + i] = s.charCodeAt(i);
    return pos + n;
  }

  // Packs a row of all columns, in order, as the exports read it and returns
  // where it ends.
  packRow(pos, { key, cells }) {
    pos = this.pack(pos, key);
    this.buf[pos++] = cells.length;
    const { versions } = this.workload;
    for (let i = 0, column = 0; i < cells.length; column++) {
      for (let v = 0; v < versions; v++) pos = this.packCell(pos, column, cells[i++]);
    }
    return pos;
  }

  packCell(pos, column, { at, value }) {
    this.buf[pos] = column;
    this.view.setFloat64(pos + 1, at, true);
    return this.pack(pos + 9, value);
  }

  begin() {}

  commit() {}

  settle() {
    this.wasm.settle();
  }

  load(rows, target = MAIN) {
    this.refresh();
    let pos = this.input;
    for (const row of rows) pos = this.packRow(pos, row);
    this.wasm.write(target, pos - this.input);
  }

  // Has take read the n bytes of the reply.
  reply(n, take) {
    this.refresh();
    const start = this.wasm.reply() >>> 0;
    take(this.buf, start, start + n);
  }

  // Writes s into the input and returns its length.
  argument(s) {
    this.refresh();
    this.pack(this.input, s);
    return s.length;
  }

  point(key, take) {
    this.reply(this.wasm.point(this.argument(key)), take);
  }

  prefix(prefix, take, target = MAIN) {
    this.reply(this.wasm.prefix(target, this.argument(prefix)), take);
  }

  newest(prefix, take) {
    this.reply(this.wasm.newest(this.argument(prefix)), take);
  }

  // The engine counts keys, names and timestamps too.
  count() {
    this.reply(this.wasm.count(), (buf, pos) => {
      const [rows, cells, bytes] = [0, 8, 16].map((at) => this.view.getFloat64(pos + at, true));
      tally.cells += cells;
      tally.sum += bytes - rows * this.workload.overhead;
    });
  }

  // The rows come a chunk at a time, each the read of a range with a budget.
  stream(take) {
    for (let more = this.wasm.stream(1); more > 0; more = this.wasm.stream(0)) this.reply(more, take);
  }

  filter(pattern, take) {
    this.reply(this.wasm.filter(this.argument(pattern)), take);
  }

  literal(take) {
    this.filter(".*" + LITERAL + ".*", take);
  }

  regex(take) {
    this.filter(PATTERN.re2, take);
  }

  write(w) {
    this.refresh();
    let pos = this.pack(this.input, w.key);
    this.buf[pos++] = 1;
    pos = this.packCell(pos, w.column, w);
    this.wasm.write(MAIN, pos - this.input);
  }

  // Packs the questions that the export of a name reads in Go; asks them all.
  packAll(questions) {
    this.refresh();
    let pos = this.input;
    for (const q of questions) pos = this.pack(pos, q);
    return pos - this.input;
  }

  here(name, n) {
    this.reply(this.wasm[name + "Here"](n), (buf, pos) => {
      tally.cells += this.view.getFloat64(pos, true);
      tally.sum += this.view.getFloat64(pos + 8, true);
    });
  }

  // What this contender is measured at against itself.
  loadOwn() {
    for (const rows of new Workload({ ...this.workload, rows: SMALL_ROWS }).batches()) this.load(rows, SMALL);
    for (const rows of this.workload.batches()) this.load(rows, RAW);
    this.settle();
  }

  dropOwn() {
    this.wasm.dropOwn();
  }

  small(prefix, take) {
    this.prefix(prefix, take, SMALL);
  }

  raw() {
    tally.cells += this.wasm.raw();
  }

  scan(everyCell) {
    tally.cells += this.wasm.scan(everyCell);
  }

  // Bytes of Go's heap that are in use.
  heap() {
    return this.wasm.heap();
  }
}
