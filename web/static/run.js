// Runs the Go program of a compiled module and tells how it ended. The page and
// the worker load it beside wasm_exec.js.
"use strict";

// tabletopRun resolves when the program has ended, which it does only by
// failing: {reason, lines, memory}, one line that says why, the last lines it wrote
// to stderr, and the bytes of memory that it had. It never rejects. The program waits for turn, and started is called once it
// runs.
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
      // The program is entered here alone once it runs. What is thrown out of it, be it a
      // trap or what a getter threw at it, leaves it without its stack: Go's own exit
      // never comes, and nothing may enter it again.
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
    await new Promise((go) => setTimeout(go)); // the page has a turn between
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

// memoryAs makes the memory that a program is to be given, see lend.go. The system provides
// memory where it is first written to: on the page that is done in pieces, as far as there
// are data for it.
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

// keepStderr copies what the program writes to stderr into lines: the first 20
// and the last 20, since a panic names itself first.
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
