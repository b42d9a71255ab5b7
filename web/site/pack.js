// Packs the folded program that comes in with zstd and writes it out, once it is
// certain that the browser's script makes of it the program with the sum given.
import { createHash } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";
import { Zstd } from "@hpcc-js/wasm-zstd";
import "../static/unfold.js";

// Beyond this level packing takes memory, in the browser too, and gains nothing.
const level = 19;

const folded = readFileSync(0);
const sum = createHash("sha256");
const unfold = globalThis.tabletopUnfold((bytes) => sum.update(bytes));
const piece = 99_991; // bytes: a prime, so that pieces end anywhere
for (let at = 0; at < folded.length; at += piece) {
  unfold(folded.subarray(at, at + piece), at + piece >= folded.length);
}
if (sum.digest("hex") !== process.argv[2]) throw new Error("what is unfolded is not the program");

const zstd = await Zstd.load();
let packed = zstd.compress(folded, level);
while (packed.length > 0) packed = packed.subarray(writeSync(1, packed));
