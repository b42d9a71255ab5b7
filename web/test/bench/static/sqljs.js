"use strict";
// SQLite, one row of its table for a cell, tuned: nothing is synced or rolled
// back, pages stay in its cache, statements are prepared.
importScripts("/modules/sql.js/dist/sql-wasm.js");

const takes = {
  tally(row) {
    const value = row[4];
    tally.cells++;
    tally.sum += value.length + value.charCodeAt(value.length - 1);
  },
  digest(row) {
    digest.cell(...row);
  },
};

class Contender {
  static async start() {
    Contender.sqlite = await initSqlJs({ locateFile: (file) => "/modules/sql.js/dist/" + file });
  }

  constructor() {
    this.db = new Contender.sqlite.Database();
    this.db.exec(`
      PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA temp_store = MEMORY; PRAGMA cache_size = -2000000;
      CREATE TABLE cells (key TEXT NOT NULL, family TEXT NOT NULL, qualifier TEXT NOT NULL, at INTEGER NOT NULL,
        value TEXT NOT NULL, PRIMARY KEY (key, family, qualifier, at DESC)) WITHOUT ROWID`);
    const cells = "SELECT key, family, qualifier, at, value FROM cells WHERE ";
    const ordered = " ORDER BY key, family, qualifier, at DESC";
    const sql = {
      point: cells + "key = ?" + ordered,
      prefix: cells + "key >= ? AND key < ?" + ordered,
      newest: cells + "key = (SELECT max(key) FROM cells WHERE key >= ? AND key < ?)" + ordered,
      stream: cells + "true" + ordered,
      glob: cells + "value GLOB ?" + ordered,
      count: "SELECT count(*), sum(octet_length(value)) FROM cells",
      write: "INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?, ?)",
    };
    this.statements = Object.fromEntries(Object.entries(sql).map(([name, s]) => [name, this.db.prepare(s)]));
  }

  close() {
    this.db.close();
  }

  begin() {
    this.db.exec("BEGIN");
  }

  load(rows) {
    const write = this.statements.write;
    for (const { key, cells } of rows) {
      for (const c of cells) write.run([key, c.family, c.qualifier, c.at, c.value]);
    }
  }

  commit() {
    this.db.exec("COMMIT");
  }

  query(name, parameters, take) {
    const statement = this.statements[name];
    statement.bind(parameters);
    while (statement.step()) take(statement.get());
    statement.reset();
  }

  point(key, take) {
    this.query("point", [key], take);
  }

  prefix(prefix, take) {
    this.query("prefix", [prefix, endOf(prefix)], take);
  }

  newest(prefix, take) {
    this.query("newest", [prefix, endOf(prefix)], take);
  }

  count() {
    this.query("count", [], ([cells, sum]) => {
      tally.cells += cells;
      tally.sum += sum;
    });
  }

  stream(take) {
    this.query("stream", [], take);
  }

  literal(take) {
    this.query("glob", ["*" + LITERAL + "*"], take);
  }

  regex(take) {
    this.query("glob", [PATTERN.glob], take);
  }

  write(w) {
    this.statements.write.run([w.key, w.family, w.qualifier, w.at, w.value]);
  }
}
