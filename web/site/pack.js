// Packs the folded program that comes in as xz and writes it out, once it is
// certain that the browser's script makes of it the program with the sum given.
import { createHash } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";
import SevenZip from "7z-wasm";
import "../static/unfold.js";

const folded = readFileSync(0);
const sum = createHash("sha256");
const unfold = globalThis.tabletopUnfold((bytes) => sum.update(bytes));
const piece = 99_991; // bytes: a prime, so that pieces end anywhere
for (let at = 0; at < folded.length; at += piece) {
  unfold(folded.subarray(at, at + piece), at + piece >= folded.length);
}
if (sum.digest("hex") !== process.argv[2]) throw new Error("what is unfolded is not the program");

// The dictionary holds all of the program; the longest search gains a hundredth for twice the time.
// Its data goes by words of 8 bytes (pb).
const sevenZip = await SevenZip({ print() {}, printErr: console.error });
sevenZip.FS.writeFile("program", folded);
sevenZip.callMain(["a", "-txz", "-mx=9", "-m0=lzma2:d=32m:fb=273:pb=3", "program.xz", "program"]);
let packed = sevenZip.FS.readFile("program.xz");
while (packed.length > 0) packed = packed.subarray(writeSync(1, packed));
