"use strict";
// Has a contender bring the chosen file in, show its first rows, and write it out again.
// A key is device, time and metric; what is asked for are milliseconds.
const KEY = "device, ts, metric";
const FIRST = `SELECT * FROM readings ORDER BY ${KEY} LIMIT 40`;

const chosen = () => document.querySelector("input").files[0];

const contenders = {
  async sqljs() {
    const worker = new Worker("/large-sqljs.js");
    const ask = (message) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => (data.error ? reject(data.error) : resolve(data.result));
        worker.onerror = (e) => reject(e.message);
        worker.postMessage(message);
      });
    await ask({ command: "start" });
    return {
      bring: (file) => ask({ command: "bring", file, key: KEY, first: FIRST }),
      write: () => ask({ command: "write" }),
    };
  },

  async duckdb() {
    const duckdb = await import("/modules/@duckdb/duckdb-wasm/dist/duckdb-browser.mjs");
    const dist = "/modules/@duckdb/duckdb-wasm/dist/";
    const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), new Worker(dist + "duckdb-browser-eh.worker.js"));
    await db.instantiate(new URL(dist + "duckdb-eh.wasm", location).href);
    const connection = await db.connect();
    return {
      async bring(file) {
        await db.registerFileHandle("readings.csv", file, duckdb.DuckDBDataProtocol.BROWSER_FILEREADER, true);
        await connection.query("CREATE TABLE readings AS SELECT * FROM read_csv('readings.csv')");
        return (await connection.query(FIRST)).toArray().map(String);
      },
      async write() {
        await connection.query(`COPY (SELECT * FROM readings ORDER BY ${KEY}) TO 'out.csv' (HEADER)`);
        return new Blob([await db.copyFileToBuffer("out.csv")]).size;
      },
    };
  },
};

let contender = null;
const start = async (name) => {
  contender = await contenders[name]();
};

const timed = async (act) => {
  const begun = performance.now();
  const result = await act();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return { millis: performance.now() - begun, result };
};

const bring = () =>
  timed(async () => {
    const rows = await contender.bring(chosen());
    document.body.append(rows.join("\n"));
    return rows.length;
  });

const write = () => timed(() => contender.write());
