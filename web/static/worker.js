// The dedicated worker. It runs the engine, which is the same module as the page. Its name says
// what it does; the second word of the name is the language of the page.
//
//   "loader <language>"       fetches, decompresses and compiles the module, so that the page is free
//                             meanwhile, hands it to the page, and runs it
//   "engine <language>"       runs a module that it gets from the page
//   "author <language> <job>" does what a loader does with the second program, which does a job of
//                             package jobs. It finds the sentences of the language, as bytes, in
//                             tabletopTexts
//   … " embedded"             has the program store nothing
//
// A worker whose address ends in "#kept" first looks for the program in the service worker's cache.
//
// The page sends {control: "start", module}, {control: "panic"} and {frame: Uint8Array}. Frames
// wait in tabletopEarly until the Go program has set tabletopFrame(bytes) or self.onmessage. The
// worker sends {frame: Uint8Array}, {control: "loaded", bytes}, {control: "compiled", module},
// {control: "failed", reason, damaged}, {control: "running"} and {control: "exited", reason,
// lines}. After {control: "leave"} it has the program store what it has accepted, sends {control:
// "left"} and ends, unless {control: "stay"} comes first.
"use strict";

// The file to load, and its integrity before and after decompression.
const [file, integrity, whole] =
  { loader: ["app.wasm.bin", "__APP__", "__APP_WHOLE__"], author: ["author.wasm.bin", "__AUTHOR__", "__AUTHOR_WHOLE__"] }[self.name.split(" ")[0]] ?? [];
// On a page without HTTPS there is no crypto.subtle. There fetch checks the integrity, for which it
// waits for the whole file.
const digests = self.crypto?.subtle;
const asked = () => fetch(file, digests ? {} : { integrity });
const response = !file ? null : location.hash === "#kept" ? kept().then((answer) => answer ?? asked()) : asked();
response?.catch(() => {}); // load() reports it
const language = self.name.split(" ")[1];
const texts = self.name.startsWith("author ") ? [`text/${language}.txt`, `text/${language}.author.txt`] : [];
const sentences = Promise.all(texts.map((name) => fetch(name).then((answer) => answer.arrayBuffer())));
sentences.catch(() => {}); // load() reports it
let leaving = false;

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
    case "leave":
      leaving = true;
      globalThis.tabletopFlush?.((stored) => {
        if (!stored || !leaving) return;
        postMessage({ control: "left" });
        close();
      });
      break;
    case "stay":
      leaving = false;
      break;
    default:
      if (globalThis.tabletopFrame) globalThis.tabletopFrame(data.frame);
      else if (self.onmessage === null) globalThis.tabletopEarly.push(data.frame);
  }
});

// kept returns the file from the service worker's cache for this version, if it is there.
// Requesting it from the service worker would give the same answer, but all of its megabytes would
// pass through another process.
async function kept() {
  const cacheName = `tabletop ${new URL("./", location.href)} __VERSION__`; // as in sw.js
  try {
    return await caches.match(new URL(file, location.href), { cacheName });
  } catch {
    return undefined; // the browser has no caches here, or denies access
  }
}

// start runs a module until it ends, and reports that.
async function start(module) {
  const started = () => {
    postMessage({ control: "running" });
    if (panicAtStart) globalThis.tabletopPanic();
  };
  const end = await globalThis.tabletopRun(module, { started });
  postMessage({ control: "exited", ...end });
}

// load returns a promise of the compiled module. A file that is damaged is fetched once more, past
// all caches.
async function load() {
  if (!self.WebAssembly) throw new Error("This browser does not run WebAssembly.");
  try {
    return await compiled(await response);
  } catch (error) {
    const again = await fetch(file, { cache: "reload" }).catch(() => null);
    if (!again?.ok) throw error;
    const data = await again.arrayBuffer();
    if (digests && !(await genuine(data, integrity))) throw another(data.byteLength);
    return compiled(new Response(data));
  }
}

// compiled compiles a program while it arrives, and checks what has arrived before it may run. The
// service worker returns the program decompressed, which its type says: that is available at once,
// and passing it through a stream would take longer than compiling it.
async function compiled(answer) {
  if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
  if (answer.headers.get("Content-Type") === "application/wasm") {
    const data = await answer.arrayBuffer();
    const [module, sound] = await Promise.all([WebAssembly.compile(data), genuine(data, whole)]);
    if (!sound) throw another(data.byteLength);
    return module;
  }
  importScripts("unpack.js");
  const parts = [];
  const unpacked = tabletopUnpack(answer.body.pipeThrough(counted(parts)));
  const module = await moduleOf(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
  if (digests && !(await parts.genuine)) throw another(parts.reduce((n, part) => n + part.length, 0));
  return module;
}

// moduleOf compiles the program of a response, while it arrives if the browser can.
async function moduleOf(program) {
  return WebAssembly.compileStreaming ? WebAssembly.compileStreaming(program) : WebAssembly.compile(await program.arrayBuffer());
}

// another returns the error for a file that is not the one of this version.
function another(bytes) {
  return Object.assign(new Error(`${file} is not the file of this version. ${bytes} bytes came.`), { damaged: true });
}

// genuine reports whether data has an integrity.
async function genuine(data, integrity) {
  const sum = new Uint8Array(await digests.digest("SHA-256", data));
  return integrity === "sha256-" + btoa(String.fromCharCode(...sum));
}

// counted passes a stream on, reports from time to time how much has arrived, and collects the
// parts. Their digest is computed while the last of them are being compiled.
function counted(parts) {
  const step = 50_000;
  let bytes = 0;
  let told = 0;
  return new TransformStream({
    transform(chunk, controller) {
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes - told >= step) postMessage({ control: "loaded", bytes: (told = bytes) });
      controller.enqueue(chunk);
    },
    flush() {
      postMessage({ control: "loaded", bytes });
      if (digests) parts.genuine = new Blob(parts).arrayBuffer().then((data) => genuine(data, integrity));
    },
  });
}

importScripts("wasm_exec.js", "run.js");
if (response) {
  Promise.all([load(), sentences]).then(
    ([module, texts]) => {
      globalThis.tabletopTexts = texts;
      delete globalThis["xz-decompress"]; // frees the megabytes of its dictionary
      postMessage({ control: "compiled", module });
      start(module);
    },
    (error) => postMessage({ control: "failed", reason: String(error), damaged: error.damaged }),
  );
  // The first formatted number in a process takes long. It is done here, while the program is being
  // loaded, and not when the page is drawn.
  new Intl.NumberFormat(language, { style: "percent" }).format(0);
}
