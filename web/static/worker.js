// The dedicated worker: runs the engine, which is the same module as the page. One
// that is named "loader" fetches, unpacks and compiles that module first, so that
// the page is free meanwhile, and hands it to the page. One named "author" does so
// with the program that checks lessons from files, or with " code" behind that writes what
// programs write in place of a console's commands. " embedded" behind the name has the program
// store nothing. The second word of the name is the language of the page; a program of the
// name "author" finds in tabletopTexts the sentences of that language, as bytes. One whose
// address ends in "#kept" looks first for what the service worker keeps.
//
// The page sends {control: "start", module}, {control: "panic"} and
// {frame: Uint8Array}. Frames wait in tabletopEarly until the Go program has set
// tabletopFrame(bytes) or self.onmessage. The worker answers {frame: Uint8Array},
// {control: "loaded", bytes}, {control: "compiled", module}, {control: "failed",
// reason, damaged}, {control: "running"} and {control: "exited", reason, lines}.
// At {control: "leave"} it has the program store what it has accepted, says
// {control: "left"} and ends, unless {control: "stay"} comes before.
"use strict";

// What is loaded, and its integrity, packed and unpacked.
const [file, integrity, whole] =
  { loader: ["app.wasm.bin", "__APP__", "__APP_WHOLE__"], author: ["author.wasm.bin", "__AUTHOR__", "__AUTHOR_WHOLE__"] }[self.name.split(" ")[0]] ?? [];
// Where pages are not secure the browser offers no digest: there it checks by itself,
// and waits for the whole file.
const digests = self.crypto?.subtle;
const asked = () => fetch(file, digests ? {} : { integrity });
const response = !file ? null : location.hash === "#kept" ? kept().then((answer) => answer ?? asked()) : asked();
response?.catch(() => {}); // load() says so
const language = self.name.split(" ")[1];
const texts = self.name.startsWith("author ") ? [`text/${language}.txt`, `text/${language}.author.txt`] : [];
const sentences = Promise.all(texts.map((name) => fetch(name).then((answer) => answer.arrayBuffer())));
sentences.catch(() => {}); // load() says so
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

// kept returns the file that the service worker keeps for this version, if it does. By way
// of it, which answers the same, all of its megabytes would pass through one process more.
async function kept() {
  const cacheName = `tabletop ${new URL("./", location.href)} __VERSION__`; // as in sw.js
  try {
    return await caches.match(new URL(file, location.href), { cacheName });
  } catch {
    return undefined; // the browser has no caches here, or keeps them shut
  }
}

async function start(module) {
  const started = () => {
    postMessage({ control: "running" });
    if (panicAtStart) globalThis.tabletopPanic();
  };
  const end = await globalThis.tabletopRun(module, { started });
  postMessage({ control: "exited", ...end });
}

// load compiles the module. What comes damaged is fetched once more, past whatever
// has kept it.
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

// compiled compiles a program while it comes, and looks at what came before it may run.
// The service worker has it unpacked, and says so by its type: that is there at once, and
// takes longer to pass through a stream than to compile.
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

async function moduleOf(program) {
  return WebAssembly.compileStreaming ? WebAssembly.compileStreaming(program) : WebAssembly.compile(await program.arrayBuffer());
}

function another(bytes) {
  return Object.assign(new Error(`${file} is not the file of this version. ${bytes} bytes came.`), { damaged: true });
}

async function genuine(data, integrity) {
  const sum = new Uint8Array(await digests.digest("SHA-256", data));
  return integrity === "sha256-" + btoa(String.fromCharCode(...sum));
}

// counted passes a stream on and tells the page now and then how much has come. Of the
// parts it has the digest made while the last of them are compiled.
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
      delete globalThis["xz-decompress"]; // and the megabytes of its dictionary
      postMessage({ control: "compiled", module });
      start(module);
    },
    (error) => postMessage({ control: "failed", reason: String(error), damaged: error.damaged }),
  );
  // Once in a process a number takes long to write: here, while the program comes, and not
  // where the page draws.
  new Intl.NumberFormat(language, { style: "percent" }).format(0);
}
