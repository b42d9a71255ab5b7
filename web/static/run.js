// Runs the Go program of a compiled module and reports how it ended. The page and the worker load
// it together with wasm_exec.js.
"use strict";

// tabletopRun returns a promise that resolves when the program has ended, which only happens when
// it fails: {reason, lines, memory} is one line that says why, the last lines that it wrote to
// stderr, and the size of its memory in bytes. The promise never rejects. The program starts after
// the promise turn, and started is called once it runs.
globalThis.tabletopRun = async (module, { turn, started } = {}) => {
  const lines = [];
  let code = 0;
  let held; // the instance's memory
  try {
    const go = new Go();
    go.exit = (status) => {
      code = status;
    };
    keepStderr(lines);
    const trapped = new Promise((_, reject) => {
      // Once the program runs, it is only entered here. An exception that leaves it, a trap or one
      // of a getter that it called, discards its stack: Go's own exit never comes, and the program
      // must not be entered again.
      const resume = go._resume;
      go._resume = () => {
        try {
          resume.call(go);
        } catch (error) {
          go.exited = true;
          reject(error);
          throw error;
        }
      };
    });
    const [told] = WebAssembly.Module.customSections(module, "memory");
    if (told) go.importObject.memory = { memory: await memoryAs(told) };
    const instance = await WebAssembly.instantiate(module, go.importObject);
    held = instance.exports.mem;
    await new Promise((go) => setTimeout(go)); // the page gets a turn in between
    await turn;
    const ended = go.run(instance);
    started?.();
    await Promise.race([ended, trapped]);
  } catch (error) {
    return { reason: String(error), lines, memory: held?.buffer.byteLength };
  }
  const cause = lines.find((line) => /^(panic|fatal error|runtime error): /.test(line));
  return { reason: cause ?? `The program ended with code ${code}.`, lines, memory: held.buffer.byteLength };
};

// memoryAs makes the memory that a program imports, see web/site/import_memory.go. The system provides
// memory when it is first written to. On the page this is done in pieces, as far as the program has
// data.
async function memoryAs(told) {
  const [pages, used] = new Uint32Array(told);
  const memory = new WebAssembly.Memory({ initial: pages });
  if (!("document" in globalThis)) return memory;
  const bytes = new Uint8Array(memory.buffer);
  const piece = 1 << 20;
  for (let from = 0; from < used; from += piece) {
    await new Promise((go) => setTimeout(go));
    for (let at = from; at < Math.min(from + piece, used); at += 4096) bytes[at] = 0;
  }
  return memory;
}

// keepStderr copies what the program writes to stderr into lines: the first 20 lines, since a panic
// first says what it is, and the last 20.
function keepStderr(lines) {
  const decoder = new TextDecoder();
  const write = globalThis.fs.writeSync;
  let rest = "";
  globalThis.fs.writeSync = function (fd, bytes) {
    if (fd === 2) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = parts.pop();
      lines.push(...parts);
      if (lines.length > 40) lines.splice(20, lines.length - 40);
    }
    return write.call(this, fd, bytes);
  };
}
