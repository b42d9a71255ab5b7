// Starts the page: starts the worker, which fetches and compiles the engine, and
// the page's own Go program from the same module, and watches over both.
//
// globalThis.tabletop is what the page's Go program finds:
//
//   base, version     address of the site, ending in "/"; content hash of the build
//   worker            the Worker now in charge; {frame: Uint8Array} both ways
//   early, onframe    frames wait in early until onframe(bytes) or worker.onmessage is set
//   started           a promise: the worker's program runs
//   onworker(worker)  set by Go: called when a new worker has replaced a dead one
//   restart()         ends the worker and starts another; not counted as a death
//   workspace         set by Go: id of the open workspace, which recovery exports
//   crash(where)      makes the program of "page" or "worker" panic, for tests
//   editor()          a promise of what editor.js offers, null where it does not load
//   update(), onupdate, checkUpdate()   see update.js
"use strict";

(() => {
  const base = new URL("./", document.currentScript.src).href;
  const root = document.documentElement;
  const prefix = new URL(base).pathname.replace(/\/$/, "");

  // More deaths than this within the window, and the worker stays dead.
  const deathsAllowed = 3;
  const deathWindow = 30_000; // milliseconds

  const environment = {
    GOAPP_ROOT_PREFIX: prefix,
    GOAPP_INTERNAL_URLS: "[]",
    GOAPP_STATIC_RESOURCES_URL: prefix,
    GOAPP_VERSION: "__VERSION__",
  };
  globalThis.goappGetenv = (name) => environment[name] ?? "";

  let editor; // the promise, once it was asked for
  const tabletop = {
    base,
    version: "__VERSION__",
    worker: null,
    started: null,
    early: [],
    onframe: null,
    onworker: null,
    workspace: "",
    restart() {
      startWorker();
      return tabletop.worker;
    },
    editor() {
      editor ??= new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = base + "editor.js";
        script.onload = () => resolve(globalThis.tabletopEditor ?? null);
        script.onerror = () => {
          editor = undefined; // the next console tries again
          resolve(null);
        };
        document.head.append(script);
      });
      return editor;
    },
    crash(where) {
      if (where === "worker") tabletop.worker.postMessage({ control: "panic" });
      else globalThis.tabletopPanic();
    },
  };
  globalThis.tabletop = tabletop;

  // Every script of the page is deferred, so this one runs before the event.
  const parsed = new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
  });

  nameThePlace();
  // The first worker that can makes the module; the page and later workers have it.
  const module = Promise.withResolvers ? Promise.withResolvers() : withResolvers();
  let compiled = false;
  const deaths = [];
  let stopped = false; // no worker is started any more
  startWorker();
  runPage();

  // nameThePlace gives the page the address its routes know: no index.html, and
  // /sandboxes/<id>/ where a host could only serve /sandboxes/open/?id=<id>, as for a
  // lesson from a file.
  function nameThePlace() {
    const here = new URL(location.href);
    here.pathname = here.pathname.replace(/\/index\.html$/, "/");
    const id = here.searchParams.get("id");
    const [, kind] = here.pathname.slice(prefix.length).match(/^\/(sandboxes|lessons)\/open\/$/) ?? [];
    if (kind && /^[\w-]+$/.test(id ?? "")) {
      here.pathname = `${prefix}/${kind}/${id}/`;
      here.searchParams.delete("id");
    }
    for (const link of document.querySelectorAll("link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]")) {
      link.href = link.href; // absolute, since the address will change and the browser ask again
    }
    if (here.href !== location.href) history.replaceState(history.state, "", here.href);
  }

  function withResolvers() {
    const made = {};
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    return made;
  }

  function startWorker() {
    tabletop.worker?.terminate();
    tabletop.early.length = 0;
    delete root.dataset.ready;
    const worker = new Worker(base + "worker.js", { name: compiled ? "engine" : "loader" });
    tabletop.worker = worker;
    tabletop.started = new Promise((resolve) => {
      worker.addEventListener("message", ({ data }) => {
        if (worker !== tabletop.worker) return;
        if (data.control === "running") resolve();
        else if (data.control === "loaded") root.style.setProperty("--loaded", Math.min(1, data.bytes / __WASM_PACKED__).toFixed(3));
        else if (data.control === "compiled") {
          compiled = true;
          module.resolve(data.module);
        } else if (data.control === "failed") module.reject(new Error(data.reason));
        else if (data.control === "exited") workerDied(worker, data);
        else if (tabletop.onframe) tabletop.onframe(data.frame);
        else if (worker.onmessage === null) tabletop.early.push(data.frame);
      });
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      workerDied(worker, { reason: event.message || "The engine's script did not load.", lines: [] });
    });
    if (compiled) module.promise.then((made) => worker.postMessage({ control: "start", module: made }));
  }

  function workerDied(worker, end) {
    if (worker !== tabletop.worker || stopped) return;
    worker.terminate();
    delete root.dataset.ready;
    const now = performance.now();
    deaths.push(now);
    while (now - deaths[0] > deathWindow) deaths.shift();
    if (deaths.length > deathsAllowed) {
      stop("engine", end);
      return;
    }
    startWorker();
    tabletop.onworker?.(tabletop.worker);
    globalThis.tabletopRecovery("worker", end);
  }

  async function runPage() {
    let made;
    try {
      made = await module.promise;
      await parsed;
    } catch (error) {
      stop("load", { reason: String(error), lines: [] });
      return;
    }
    stop("page", await globalThis.tabletopRun(made));
  }

  // stop gives up: what follows is export and reload.
  function stop(what, end) {
    stopped = true;
    if (what !== "page") tabletop.worker.terminate(); // it may still be saving for the page
    delete root.dataset.ready;
    root.dataset.stopped = what;
    parsed.then(() => globalThis.tabletopRecovery(what, end));
  }

  // Only now, so that filling the cache does not compete with the first start.
  Promise.allSettled([module.promise, parsed]).then(() => globalThis.tabletopOffline());
})();
