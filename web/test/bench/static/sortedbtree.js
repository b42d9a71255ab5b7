"use strict";
// A B+ tree in JavaScript: under each key an array of cells in order.
self.exports = {};
importScripts("/modules/sorted-btree/b+tree.min.js");

const takes = {
  tally(key, cells) {
    let sum = 0;
    for (let i = 0; i < cells.length; i++) {
      const value = cells[i].value;
      sum += value.length + value.charCodeAt(value.length - 1);
    }
    tally.cells += cells.length;
    tally.sum += sum;
  },
  digest(key, cells) {
    for (const c of cells) digest.cell(key, c.family, c.qualifier, c.at, c.value);
  },
};

class Contender {
  static async start() {}

  constructor() {
    this.tree = new exports.default(undefined, exports.simpleComparator);
  }

  close() {
    this.tree = null;
  }

  begin() {}

  load(rows) {
    for (const { key, cells } of rows) this.tree.set(key, cells);
  }

  commit() {}

  point(key, take) {
    take(key, this.tree.get(key));
  }

  prefix(prefix, take) {
    this.tree.forRange(prefix, endOf(prefix), false, (key, cells) => {
      take(key, cells);
    });
  }

  newest(prefix, take) {
    const [key, cells] = this.tree.nextLowerPair(endOf(prefix));
    if (key.startsWith(prefix)) take(key, cells);
  }

  all(visit) {
    this.tree.forRange(this.tree.minKey(), this.tree.maxKey(), true, visit);
  }

  count() {
    let count = 0;
    let sum = 0;
    this.all((key, cells) => {
      count += cells.length;
      for (let i = 0; i < cells.length; i++) sum += cells[i].value.length;
    });
    tally.cells += count;
    tally.sum += sum;
  }

  stream(take) {
    this.all((key, cells) => {
      take(key, cells);
    });
  }

  filter(matches, take) {
    this.all((key, cells) => {
      let found = null;
      for (let i = 0; i < cells.length; i++) {
        if (matches(cells[i].value)) (found ??= []).push(cells[i]);
      }
      if (found) take(key, found);
    });
  }

  literal(take) {
    this.filter((value) => value.includes(LITERAL), take);
  }

  regex(take) {
    this.filter((value) => PATTERN.js.test(value), take);
  }

  write({ key, family, qualifier, at, value }) {
    const cells = this.tree.get(key);
    let i = 0;
    while (i < cells.length && (cells[i].family < family || cells[i].family === family &&
      (cells[i].qualifier < qualifier || cells[i].qualifier === qualifier && cells[i].at > at))) i++;
    const c = cells[i];
    if (c && c.family === family && c.qualifier === qualifier && c.at === at) c.value = value;
    else cells.splice(i, 0, { family, qualifier, at, value });
  }
}
