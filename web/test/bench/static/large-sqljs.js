"use strict";
// SQLite, tuned as in sqljs.js: one transaction, one prepared statement, a table in the
// order of its key. What has come is stored in IndexedDB before it is shown.
importScripts("/modules/sql.js/dist/sql-wasm.js");

let sqlite = null;
let db = null;
let names = null;

// split parts a line at its commas, outside of quotes.
const split = (line) => {
  if (!line.includes('"')) return line.split(",");
  const values = [];
  const field = /(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/y;
  for (let at = 0; at <= line.length; at = field.lastIndex) {
    const found = field.exec(line);
    values.push(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"'));
    if (field.lastIndex === line.length && !line.endsWith(",")) break;
  }
  return values;
};

const store = (data) =>
  new Promise((done, failed) => {
    const request = indexedDB.open("large", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("files");
    request.onerror = failed;
    request.onsuccess = () => {
      const transaction = request.result.transaction("files", "readwrite");
      transaction.objectStore("files").put(data, "readings");
      transaction.oncomplete = done;
      transaction.onabort = failed;
    };
  });

const bring = async ({ file, key, first }) => {
  db = new sqlite.Database();
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -2000000");
  let insert = null;
  let rest = "";
  const take = (line) => {
    if (line === "") return;
    const values = split(line);
    if (insert === null) {
      names = values;
      db.exec(`CREATE TABLE readings (${names.map((n) => n + " TEXT").join(", ")}, PRIMARY KEY (${key})) WITHOUT ROWID`);
      db.exec("BEGIN");
      insert = db.prepare(`INSERT OR REPLACE INTO readings VALUES (${names.map(() => "?").join(", ")})`);
    } else {
      insert.run(values);
    }
  };
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + piece.value).split("\n");
    rest = lines.pop();
    lines.forEach(take);
  }
  take(rest);
  db.exec("COMMIT");
  insert.free();
  await store(db.export());
  return db.exec(first)[0].values.map(String);
};

const write = () => {
  const quoted = (v) => (/[",\n]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v);
  const parts = [names.join(",") + "\n"];
  let lines = [];
  const all = db.prepare("SELECT * FROM readings");
  while (all.step()) {
    lines.push(all.get().map(quoted).join(","));
    if (lines.length === 10_000) {
      parts.push(lines.join("\n") + "\n");
      lines = [];
    }
  }
  parts.push(lines.join("\n") + "\n");
  all.free();
  return new Blob(parts).size;
};

onmessage = async ({ data }) => {
  try {
    switch (data.command) {
      case "start":
        sqlite = await initSqlJs({ locateFile: (file) => "/modules/sql.js/dist/" + file });
        postMessage({ result: null });
        break;
      case "bring":
        postMessage({ result: await bring(data) });
        break;
      case "write":
        postMessage({ result: write() });
        break;
    }
  } catch (e) {
    postMessage({ error: String(e) });
  }
};
