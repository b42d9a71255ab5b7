// The dedicated worker: runs the engine, which is the same module as the page.
//
// The page sends {control: "start", module}, {control: "panic"} and
// {frame: Uint8Array}. Frames wait in tabletopEarly until the Go program has set
// tabletopFrame(bytes) or self.onmessage. The worker answers {frame: Uint8Array},
// {control: "running"} and {control: "exited", reason, lines}.
"use strict";

globalThis.tabletopEarly = [];
let panicAtStart = false;

addEventListener("message", ({ data }) => {
  switch (data.control) {
    case "start":
      start(data.module);
      break;
    case "panic":
      if (globalThis.tabletopPanic) globalThis.tabletopPanic();
      else panicAtStart = true;
      break;
    default:
      if (globalThis.tabletopFrame) globalThis.tabletopFrame(data.frame);
      else if (self.onmessage === null) globalThis.tabletopEarly.push(data.frame);
  }
});

async function start(module) {
  const end = await globalThis.tabletopRun(module, () => {
    postMessage({ control: "running" });
    if (panicAtStart) globalThis.tabletopPanic();
  });
  postMessage({ control: "exited", ...end });
}

importScripts("wasm_exec.js", "run.js");
