// Runs the Go program of a compiled module and tells how it ended. The page and
// the worker load it beside wasm_exec.js.
"use strict";

// tabletopRun resolves when the program has ended, which it does only by
// failing: {reason, lines}, one line that says why and the last lines it wrote
// to stderr. It never rejects. started is called once the program runs.
globalThis.tabletopRun = async (module, started) => {
  const lines = [];
  let code = 0;
  try {
    const go = new Go();
    go.exit = (status) => {
      code = status;
    };
    keepStderr(lines);
    const instance = await WebAssembly.instantiate(module, go.importObject);
    const trapped = new Promise((_, reject) => {
      addEventListener("error", (event) => {
        if (!fromWasm(event.error)) return;
        go.exited = true; // nothing may enter a program whose stack is lost
        reject(event.error);
      });
    });
    const ended = go.run(instance);
    started?.();
    await Promise.race([ended, trapped]);
  } catch (error) {
    return { reason: String(error), lines };
  }
  const cause = lines.find((line) => /^(panic|fatal error|runtime error): /.test(line));
  return { reason: cause ?? `The program ended with code ${code}.`, lines };
};

// fromWasm reports whether an uncaught error is a trap inside the program,
// after which Go's own exit never comes.
function fromWasm(error) {
  if (error instanceof WebAssembly.RuntimeError) return true;
  return error instanceof RangeError && /wasm/.test(error.stack ?? "");
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
