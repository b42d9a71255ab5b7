// Packs what comes in with zstd and writes it out.
import { readFileSync, writeSync } from "node:fs";
import { Zstd } from "@hpcc-js/wasm-zstd";

// Beyond this level packing takes memory, in the browser too, and gains nothing.
const level = 19;

const zstd = await Zstd.load();
let packed = zstd.compress(readFileSync(0), level);
while (packed.length > 0) packed = packed.subarray(writeSync(1, packed));
