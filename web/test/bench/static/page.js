"use strict";
// Keeps a Worker for each contender and passes questions on to it.
const workers = {};

const begin = (name) => {
  workers[name] = new Worker("/worker.js?" + name);
};

const end = (name) => {
  workers[name].terminate();
  delete workers[name];
};

const ask = (name, message) =>
  new Promise((resolve, reject) => {
    const worker = workers[name];
    worker.onmessage = ({ data }) => (data.error ? reject(data.error) : resolve(data.result ?? null));
    worker.onerror = (e) => reject(e.message);
    worker.postMessage(message);
  });

// Bytes that the browser keeps for each Worker, after a collection: heap and
// buffers, but not the memory of WebAssembly.
const memory = async () => {
  const kept = {};
  for (const { bytes, attribution } of (await performance.measureUserAgentSpecificMemory()).breakdown) {
    for (const { url, scope } of attribution) {
      if (scope === "DedicatedWorkerGlobalScope") {
        const name = new URL(url).search.slice(1);
        kept[name] = (kept[name] ?? 0) + bytes;
      }
    }
  }
  return kept;
};
