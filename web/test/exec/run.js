"use strict";
// Runs the test binary in whichever global scope loads this file, page or
// Worker, and reports to the server. Reports are synchronous requests: they
// arrive in order, before the exit code, and even from a program that never
// gives the event loop a turn again.
(() => {
  const post = (path, body) => {
    const request = new XMLHttpRequest();
    request.open("POST", path, false);
    request.send(body);
  };
  const broken = (what) => post("/broken", String(what));
  self.addEventListener("error", (e) => broken(e.message || e));
  self.addEventListener("unhandledrejection", (e) => broken((e.reason && e.reason.stack) || e.reason));

  const start = async (plan) => {
    const go = new Go();
    globalThis.fs.writeSync = (fd, buf) => {
      post("/output/" + (fd === 2 ? 2 : 1), buf.slice());
      return buf.length;
    };
    go.argv = plan.argv;
    go.env = plan.env;
    go.exit = (code) => post("/exit/" + code);
    const program = await WebAssembly.instantiateStreaming(fetch("/test.wasm"), go.importObject);
    await go.run(program.instance);
  };
  fetch("/plan.json")
    .then((response) => response.json())
    .then(start)
    .catch((err) => broken((err && err.stack) || err));
})();
