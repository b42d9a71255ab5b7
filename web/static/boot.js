// Starts the page: goes on with the worker of ahead.js, which fetches and compiles the
// engine, or starts one, then the page's own Go program from the same module, and watches
// over both.
//
// globalThis.tabletop is what the page's Go program finds:
//
//   base, version     address of the site, ending in "/"; content hash of the build
//   database          name of the site's database, which every site of an origin has its own
//   worker            the Worker now in charge; {frame: Uint8Array} both ways
//   language          tag of the language of the page, which the Go program changes
//   languages         [tag, folder] of each that the site has, English first; its pages are
//                     below the folder, which begins with a slash, or is "" for English
//   sentences         a promise of the bytes of text/<language>.txt, null where they do not come
//   embed             the page is a part of another's: it stores nothing
//   early, onframe    frames wait in early until onframe(bytes) or worker.onmessage is set
//   loaded, size      bytes of the engine that have come, and that there are
//   compiled          whether it is compiled
//   started           a promise: the worker's program runs
//   onworker(worker)  set by Go: called when a new worker has replaced one that ended
//   restart()         ends the worker and starts another; not counted as a death
//   returned          the worker in charge is there because the reader came back to the page
//   unsaved()         set by Go: whether something would be lost with the page
//   waiting()         set by Go: whether the engine has not answered everything yet
//   going             the reader has been asked: nothing is asked again
//   workspace         set by Go: id of the workspace that is open or being opened
//   crash(where)      makes the program of "page" or "worker" panic, for tests
//   editor()          a promise of what editor.js offers, null where it does not load
//   update(), onupdate, checkUpdate(), newer()   see update.js
//
// On <html>: data-drawn once the page has been drawn, data-ready = "yes" while page and
// worker answer, data-stopped once one of them has stopped for good.
"use strict";

(() => {
  const place = new URL("./", document.currentScript.src);
  place.pathname = place.pathname.replace(/^\/+/, "/"); // two would begin the name of another host
  const base = place.href;
  const root = document.documentElement;
  const prefix = place.pathname.slice(0, -1);
  const kept = `tabletop ${prefix}/ language`; // where the reader's choice is stored

  const languages = __LANGUAGES__;
  const here = languages.find(([, folder]) => folder && (location.pathname + "/").startsWith(`${prefix}${folder}/`)) ?? languages[0];
  const language = wanted();
  if (language !== here && location.protocol !== "file:") {
    const to = new URL(location.href);
    to.pathname = prefix + language[1] + (to.pathname.slice((prefix + here[1]).length) || "/");
    to.searchParams.delete("lang");
    location.replace(to.href);
    return;
  }

  // wanted returns the language to show: that which the address asks for, for this visit
  // with ?lang=; below the root that which was asked for so before, which the reader has
  // chosen, or which the browser names first among those that there are.
  function wanted() {
    if (languages.length < 2) return here;
    const asked = match(new URLSearchParams(location.search).get("lang"));
    if (asked) {
      stored("sessionStorage", (visit) => visit.setItem(kept, asked[0]));
      return asked;
    }
    if (here[1]) return here;
    const before = ["sessionStorage", "localStorage"].map((name) => stored(name, (storage) => storage.getItem(kept)));
    return [...before, ...(navigator.languages ?? [])].map(match).find(Boolean) ?? here;
  }

  // match returns the site's language for a tag: of the same language and script. The
  // browser is asked what script that is only where it tells two apart: the first time it
  // takes longer than all else here.
  function match(tag) {
    const plain = /^[a-z]{2}(?=$|-([A-Z]{2}|\d{3})$)/.exec(tag)?.[0];
    const alike = languages.filter(([own]) => own.split("-")[0] === plain);
    if (plain && alike.length < 2 && (alike[0]?.[0] ?? plain) === plain) return alike[0];
    const full = (tag) => {
      try {
        const { language, script } = new Intl.Locale(tag).maximize();
        return language + script;
      } catch {} // no tag, or a browser that does not know
    };
    return languages.find(([own]) => own === tag) ?? languages.find(([own]) => tag && full(own) === full(tag));
  }

  // stored does something with a storage, or nothing where the browser refuses.
  function stored(name, use) {
    try {
      return use(globalThis[name]);
    } catch {}
  }

  // More deaths than this within the window, and the worker stays dead.
  const deathsAllowed = 3;
  const deathWindow = 30_000; // milliseconds
  // So many deaths with the same workspace, none of them longer after the one before,
  // and it is not opened again.
  const deathsOfOne = 3;
  const deathGap = 300_000; // milliseconds
  const nearlyAll = 3.75 * 2 ** 30; // bytes, of the 4 GiB that a program can have
  const ahead = 2_000; // milliseconds that the page's program waits for the worker's to run
  const quiet = 10_000; // milliseconds that the first worker may say nothing where the engine is kept
  const startsWithin = 30_000; // milliseconds, or what works offline is fetched all the same

  // embedded reports whether the page is shown within another, because its address says so
  // or because it is framed by another site: what happens there may not be meant. At the
  // top of a tab it is the whole page, whatever its address says: what is made there is kept.
  function embedded() {
    if (top === globalThis) return false;
    try {
      return new URLSearchParams(location.search).get("embed") === "1" || !top.location.href;
    } catch {
      return true;
    }
  }

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
    database: ("tabletop " + prefix).trim(),
    language: language[0],
    languages,
    sentences: null,
    embed: embedded(),
    worker: null,
    started: null,
    early: [],
    loaded: 0,
    size: __WASM_PACKED__,
    compiled: false,
    onframe: null,
    onworker: null,
    returned: false,
    unsaved: null,
    waiting: null,
    going: false,
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
  requestAnimationFrame(() => setTimeout(() => (root.dataset.drawn = "")));
  if (tabletop.embed) {
    root.dataset.embed = "";
    // What leads elsewhere opens in full.
    addEventListener("click", openInFull, true);
  }

  // Every script of the page is deferred, so this one runs before the event.
  const parsed = new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
  });
  // The first worker that can makes the module; the page and later workers have it.
  const module = Promise.withResolvers ? Promise.withResolvers() : withResolvers();
  const deaths = []; // {at, of}
  let stopped = false; // no worker is started any more
  let asked = false; // a second one has been asked for the engine
  let leaving = false; // the page is kept behind another one, for the way back
  let retired = false; // and its worker has been ended

  if (location.protocol === "file:") {
    // A worker is not to be had there, nor an address of the page's choosing.
    stop("file", { reason: "", lines: [] });
    return;
  }
  for (const name of ["localStorage", "sessionStorage"]) {
    without(name, () => globalThis[name], Object.create({ getItem: () => null, setItem() {}, removeItem() {} }));
  }
  without("BroadcastChannel", () => !new BroadcastChannel("").close());
  nameThePlace();
  tabletop.sentences = fetch(`${base}text/${tabletop.language}.txt`).then(
    (response) => (response.ok ? response.arrayBuffer() : null),
    () => null,
  );
  replaceWorker();
  runPage();
  addEventListener("pagehide", leave);
  addEventListener("pageshow", comeBack);
  addEventListener("beforeunload", (event) => {
    if (tabletop.going || tabletop.embed || !unsaved()) return;
    event.preventDefault();
    event.returnValue = true; // what older browsers go by
  });

  // without puts something else in place of what throws when it is used, as in a
  // browser that may store nothing of a site: a Go program does not outlive that.
  function without(name, works, value) {
    try {
      if (works()) return;
    } catch {}
    Object.defineProperty(globalThis, name, { value });
  }

  function openInFull(event) {
    const link = event.target.closest?.("a[href]:not([href^='#'], [download])");
    if (!link) return;
    link.target = "_blank";
    event.stopImmediatePropagation();
  }

  // nameThePlace gives the page the address its routes know: no index.html, and
  // /sandboxes/<id>/ where a host could only serve /sandboxes/open/?id=<id>, as for a
  // lesson from a file.
  function nameThePlace() {
    const here = new URL(location.href);
    here.pathname = here.pathname.replace(/^\/+/, "/").replace(/\/index\.html$/, "/");
    const id = here.searchParams.get("id");
    const root = prefix + language[1];
    const [, kind] = here.pathname.slice(root.length).match(/^\/(sandboxes|lessons)\/open\/$/) ?? [];
    here.searchParams.delete("lang");
    if (!tabletop.embed) here.searchParams.delete("embed");
    if (kind && /^[\w-]+$/.test(id ?? "")) {
      here.pathname = `${root}/${kind}/${id}/`;
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
    tabletop.returned = retired;
    retired = false;
    delete root.dataset.ready;
    const { compiled } = tabletop;
    const name = `${compiled ? "engine" : "loader"} ${tabletop.language}${tabletop.embed ? " embedded" : ""}`;
    const ahead = globalThis.tabletopAhead;
    delete globalThis.tabletopAhead;
    const worker = ahead?.name === name ? ahead.worker : new Worker(base + "worker.js", { name });
    tabletop.worker = worker;
    worker.onmessage = worker.onerror = null;
    tabletop.started = new Promise((resolve) => {
      worker.addEventListener("message", ({ data }) => {
        if (worker !== tabletop.worker) return;
        if (data.control === "running") resolve();
        else if (data.control === "loaded") {
          tabletop.loaded = data.bytes;
          document.getElementById("boot").style.setProperty("--loaded", Math.min(1, data.bytes / tabletop.size).toFixed(3));
        } else if (data.control === "compiled") {
          tabletop.compiled = true;
          module.resolve(data.module);
        } else if (data.control === "failed") module.reject(data);
        else if (data.control === "exited") workerDied(worker, data);
        else if (data.control === "left") retire();
        else if (tabletop.onframe) tabletop.onframe(data.frame);
        else if (worker.onmessage === null) tabletop.early.push(data.frame);
      });
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      workerDied(worker, { reason: event.message || "The engine's script did not load.", lines: [] });
    });
    if (compiled) module.promise.then((made) => worker.postMessage({ control: "start", module: made }));
    if (!compiled && !asked && controlled()) setTimeout(askAgain, quiet, worker);
    if (ahead?.worker === worker) ahead.came.forEach((data) => worker.dispatchEvent(new MessageEvent("message", { data })));
    else ahead?.worker.terminate();
  }

  // controlled reports whether a service worker answers what the page fetches. Where site
  // data is blocked, the browser may refuse to say.
  function controlled() {
    try {
      return Boolean(navigator.serviceWorker?.controller);
    } catch {
      return false;
    }
  }

  // askAgain starts another worker in place of one that has not brought the engine: what a
  // browser keeps has been seen not to come, with no word of why.
  function askAgain(worker) {
    if (worker !== tabletop.worker || tabletop.compiled || tabletop.loaded || stopped || leaving) return;
    asked = true;
    replaceWorker();
  }

  function replaceWorker() {
    try {
      startWorker();
      tabletop.onworker?.(tabletop.worker);
    } catch (error) {
      stop(tabletop.compiled ? "engine" : "start", { reason: String(error), lines: [] });
    }
  }

  function workerDied(worker, end) {
    if (worker !== tabletop.worker || stopped) return;
    worker.terminate();
    delete root.dataset.ready;
    const now = performance.now();
    const of = tabletop.workspace;
    deaths.push({ at: now, of });
    const last = deaths.slice(-deathsOfOne);
    if (of && last.length === deathsOfOne && last.every((d, i) => d.of === of && d.at - (last[i - 1] ?? d).at < deathGap)) {
      stop(outOfMemory(end) ? "memory" : "workspace", end);
    } else if (deaths.filter(({ at }) => now - at <= deathWindow).length > deathsAllowed) {
      stop("engine", end);
    } else {
      replaceWorker();
      if (!stopped) show("worker", end);
    }
  }

  // outOfMemory reports whether a program has ended because it got no more memory: it, or the
  // browser, said so, or it had nearly all that there can be.
  function outOfMemory({ reason, lines, memory = 0 }) {
    return memory >= nearlyAll || /out of memory|cannot allocate memory|allocation failed|could not allocate/i.test([reason, ...lines].join("\n"));
  }

  async function runPage() {
    let made;
    try {
      made = await module.promise;
      await parsed;
    } catch ({ reason, damaged }) {
      stop(damaged ? "damaged" : "load", { reason, lines: [] });
      return;
    }
    // What both programs begin with the browser compiles as it is called: in the worker
    // first, where nobody waits for it.
    const turn = Promise.race([tabletop.started, new Promise((go) => setTimeout(go, ahead))]);
    stop("page", await globalThis.tabletopRun(made, { turn }));
  }

  // stop gives up: what follows is export and reload.
  function stop(what, end) {
    if (stopped) return;
    stopped = true;
    if (what !== "page") tabletop.worker?.terminate(); // it may still be saving for the page
    delete root.dataset.ready;
    root.dataset.stopped = what;
    show(what, end);
  }

  // show opens the recovery screen, or says without it what there is to say where its
  // script did not load.
  function show(what, end) {
    if (globalThis.tabletopRecovery) globalThis.tabletopRecovery(what, end);
    else document.getElementById("boot").textContent = `Tabletop has stopped: ${end.reason || what}`;
  }

  function unsaved() {
    try {
      return Boolean(tabletop.unsaved?.());
    } catch {
      return false; // the page has stopped, and what it held is gone
    }
  }

  // leave lets go of lock and database, which a page that is kept for the way back
  // would hold against the next one: at once where all is saved, else when the worker
  // has stored what it accepted. WebKit suspends a worker with its page, in the middle of
  // what it stores, and nobody else comes to the database then: there it ends.
  function leave({ persisted }) {
    if (!persisted || stopped) return;
    leaving = true;
    if (unsaved() && !navigator.vendor.startsWith("Apple")) tabletop.worker.postMessage({ control: "leave" });
    else retire();
  }

  function retire() {
    tabletop.worker.terminate();
    retired = true;
    if (!leaving) replaceWorker();
  }

  function comeBack({ persisted }) {
    if (!persisted || stopped) return;
    leaving = false;
    if (retired) replaceWorker();
    else tabletop.worker.postMessage({ control: "stay" });
  }

  // Only when the page is ready, or will not be: filling the cache takes the line and a
  // processor, and both are wanted for the start.
  const started = new Promise((resolve) => {
    const look = () => (root.dataset.ready || root.dataset.stopped) && resolve();
    new MutationObserver(look).observe(root, { attributeFilter: ["data-ready", "data-stopped"] });
    setTimeout(resolve, startsWithin);
  });
  Promise.all([started, parsed])
    .then(rested)
    .then(() => globalThis.tabletopOffline?.());

  // rested waits while the engine has something to answer, such as the rows of a sandbox
  // that was just opened.
  async function rested() {
    const until = performance.now() + startsWithin;
    while (!stopped && tabletop.waiting?.() && performance.now() < until) await new Promise((go) => setTimeout(go, 250));
  }
})();
