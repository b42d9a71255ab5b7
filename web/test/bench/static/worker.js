"use strict";
// Holds one contender, named after the question mark, and times it.

// Every memory of WebAssembly, which the browser counts with no Worker.
const memories = [];
for (const name of ["instantiate", "instantiateStreaming"]) {
  const original = WebAssembly[name];
  WebAssembly[name] = async (...given) => {
    const made = await original(...given);
    for (const e of Object.values((made.instance ?? made).exports)) {
      if (e instanceof WebAssembly.Memory) memories.push(e);
    }
    return made;
  };
}

importScripts("/workload.js", "/" + location.search.slice(1) + ".js");

const WARM_ROWS = 10_000;

// How often a measure asks its question in a round, about what, and how; and
// whether in one transaction, for whom there is such a thing.
const measures = {
  point: { ops: 10_000, of: (w, seed, n) => w.keys(seed, n), ask: (c, key, take) => c.point(key, take) },
  prefix: { ops: 500, of: (w, seed, n) => w.prefixes(seed, n), ask: (c, prefix, take) => c.prefix(prefix, take) },
  newest: { ops: 10_000, of: (w, seed, n) => w.prefixes(seed, n), ask: (c, prefix, take) => c.newest(prefix, take) },
  count: { ask: (c) => c.count() },
  stream: { ask: (c, _, take) => c.stream(take) },
  literal: { ask: (c, _, take) => c.literal(take) },
  regex: { ask: (c, _, take) => c.regex(take) },
  put: { ops: 10_000, of: (w, seed, n) => w.writes(seed, n, w.versions - 1), ask: (c, write) => c.write(write), together: true },
  version: { ops: 10_000, of: (w, seed, n) => w.writes(seed, n, w.versions + seed), ask: (c, write) => c.write(write), together: true },
  // Only of the engine. Those with Here in their names are read in Go, where the
  // questions already are when the clock starts.
  pointHere: { ops: 10_000, of: (w, seed, n) => w.keys(seed, n), here: "point" },
  prefixHere: { ops: 500, of: (w, seed, n) => w.prefixes(seed, n), here: "prefix" },
  newestHere: { ops: 10_000, of: (w, seed, n) => w.prefixes(seed, n), here: "newest" },
  streamHere: { of: () => [""], here: "stream" },
  literalHere: { of: () => [".*" + LITERAL + ".*"], here: "filter" },
  regexHere: { of: () => [PATTERN.re2], here: "filter" },
  small: {
    ops: 500,
    of: (w, seed, n) => new Workload({ ...w, rows: SMALL_ROWS }).prefixes(seed, n),
    ask: (c, prefix, take) => c.small(prefix, take),
  },
  raw: { ask: (c) => c.raw() },
  scan: { ask: (c) => c.scan(false) },
  cells: { ask: (c) => c.scan(true) },
};

let workload;
let contender;

// Loads the rows and returns the milliseconds that this took, without those in
// which they were made.
const load = (shape) => {
  contender?.close();
  workload = new Workload(shape);
  contender = new Contender(workload);
  let ms = 0;
  const timed = (work) => {
    const begun = performance.now();
    work();
    ms += performance.now() - begun;
  };
  timed(() => contender.begin());
  for (const rows of workload.batches()) timed(() => contender.load(rows));
  timed(() => contender.commit());
  timed(() => contender.settle?.());
  return ms;
};

// One round of a measure: microseconds a question, and what was read.
const round = (name, seed, take) => {
  const { ops = 1, of, ask, here, together } = measures[name];
  const arguments_ = of ? of(workload, seed, ops) : [null];
  const packed = here && contender.packAll(arguments_);
  contender.settle?.();
  tally.cells = tally.sum = digest.hash = 0;
  const begun = performance.now();
  if (together) contender.begin();
  if (here) contender.here(here, packed);
  else for (let i = 0; i < ops; i++) ask(contender, arguments_[i], take);
  if (together) contender.commit();
  const ms = performance.now() - begun;
  return { micros: (ms * 1000) / ops, questions: ops, cells: tally.cells, sum: tally.sum, hash: digest.hash >>> 0 };
};

const commands = {
  // Does everything once on a small table, which is thrown away, so that no
  // measure meets code that the browser has not compiled well yet.
  async start({ families, versions, names }) {
    await Contender.start();
    load({ rows: WARM_ROWS, families, versions });
    contender.loadOwn?.();
    for (const name of names) {
      for (let seed = 1; seed <= 2; seed++) round(name, seed, takes.tally);
    }
    contender.close();
    contender = null;
  },
  load: ({ shape }) => load(shape),
  loadOwn: () => contender.loadOwn(),
  dropOwn: () => contender.dropOwn(),
  memory: () => memories.reduce((n, m) => n + m.buffer.byteLength, 0),
  round: ({ name, seed }) => round(name, seed, takes.tally),
  digest: ({ name, seed }) => round(name, seed, takes.digest),
  heap: () => contender.heap(),
};

onmessage = async ({ data: { command, ...rest } }) => {
  try {
    postMessage({ result: await commands[command](rest) });
  } catch (error) {
    postMessage({ error: String(error?.stack ?? error) });
  }
};
