// Starts the page. It takes over the worker of ahead.js, which fetches and compiles the engine, or
// starts a worker. Then it starts the page's own Go program from the same module. It replaces a
// worker that dies, and shows the recovery screen when it gives up.
//
// globalThis.tabletop is what the page's Go program finds:
//
//   base, version     address of the site, ending in "/"; content hash of the build
//   database          name of the site's database; each site of an origin has its own
//   worker            the Worker in charge; messages {frame: Uint8Array} go both ways
//   language          tag of the page's language; the Go program changes it
//   languages         [tag, folder] of each language of the site, English first. The pages of a
//                     language are below its folder, which begins with a slash, or is ""
//                     for English
//   sentences         a promise of the bytes of text/<language>.txt, or of null if they do not load
//   embed             the page is a part of another site's page: it stores nothing
//   early, onframe    frames wait in early until onframe(bytes) or worker.onmessage is set
//   loaded, size      bytes of the engine that have arrived, and its size in bytes
//   compiled          whether the engine is compiled
//   started           a promise that the worker's program runs
//   onworker(worker)  set by Go: called when a new worker has replaced one that ended
//   restart()         ends the worker and starts another; does not count as a death
//   returned          the worker was started because the reader came back to the page
//   unsaved()         set by Go: whether closing the page would lose something
//   waiting()         set by Go: whether the engine still has something to answer
//   going             the reader has agreed to leave: no further question is asked
//   workspace         set by Go: ID of the workspace that is open or being opened
//   crash(where)      makes the program of "page" or "worker" panic, for tests
//   editor()          a promise of what editor.js offers, or of null if it does not load
//   update(), onupdate, checkUpdate(), newer()   see update.js
//
// Attributes of <html>: data-drawn after the page has been drawn, data-ready = "yes" while page and
// worker answer, and data-stopped after one of them has stopped for good.
"use strict";

(() => {
  const place = new URL("./", document.currentScript.src);
  place.pathname = place.pathname.replace(/^\/+/, "/"); // two slashes would begin the name of another host
  const base = place.href;
  const root = document.documentElement;
  const prefix = place.pathname.slice(0, -1);
  const kept = `tabletop ${prefix}/ language`; // key of the reader's choice in the storages

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

  // wanted returns the language to show. A parameter ?lang= counts for this visit. Without it, an
  // address in a language's folder has that language. At the root it is the language of an earlier
  // ?lang= in this visit, then the one that the reader has chosen, and then the first language of
  // the browser that the site has.
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

  // match returns the site's language for a tag: one of the same language and script. The browser's
  // Intl is only asked for the script where the site has several languages with the same name,
  // since the first call takes longer than everything else here.
  function match(tag) {
    const plain = /^[a-z]{2}(?=$|-([A-Z]{2}|\d{3})$)/.exec(tag)?.[0];
    const alike = languages.filter(([own]) => own.split("-")[0] === plain);
    if (plain && alike.length < 2 && (alike[0]?.[0] ?? plain) === plain) return alike[0];
    const full = (tag) => {
      try {
        const { language, script } = new Intl.Locale(tag).maximize();
        return language + script;
      } catch {} // not a tag, or the browser does not support this
    };
    return languages.find(([own]) => own === tag) ?? languages.find(([own]) => tag && full(own) === full(tag));
  }

  // stored calls use with a storage, and does nothing if the browser refuses access.
  function stored(name, use) {
    try {
      return use(globalThis[name]);
    } catch {}
  }

  // After more than deathsAllowed deaths within the window, no worker is started again.
  const deathsAllowed = 3;
  const deathWindow = 30_000; // milliseconds
  // After deathsOfOne deaths with the same workspace open, each at most deathGap after the one
  // before, that workspace is not opened again.
  const deathsOfOne = 3;
  const deathGap = 300_000; // milliseconds
  const nearlyAll = 3.75 * 2 ** 30; // bytes, of the 4 GiB that a program can have
  const ahead = 2_000; // milliseconds that the page's program waits for the worker's program
  const quiet = 10_000; // milliseconds that the first worker may send nothing while the service worker has the engine
  const startsWithin = 30_000; // milliseconds after which the files for offline use are fetched in any case

  // embedded reports whether the page is shown within another page, because its address says so or
  // because another site frames it. What happens there may not be intended by the reader, so
  // nothing is stored. At the top of a tab the page is complete, even if its address says
  // otherwise.
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

  let editor; // the promise of tabletop.editor()
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
    // Links to other pages open them in full, in a tab of their own.
    addEventListener("click", openInFull, true);
  }

  // Every script of the page is deferred, so this one runs before the event.
  const parsed = new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
  });
  // The first worker that succeeds compiles the module; the page and later workers reuse it.
  const module = Promise.withResolvers ? Promise.withResolvers() : withResolvers();
  const deaths = []; // {at, of}
  let stopped = false; // no further worker is started
  let asked = false; // a second worker has been started to load the engine
  let leaving = false; // the browser keeps the page so that the reader can come back to it
  let retired = false; // and its worker has been ended meanwhile

  if (location.protocol === "file:") {
    // From a folder no worker can be started, and the address cannot be changed.
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
    event.returnValue = true; // older browsers need this
  });

  // without replaces a global that throws when it is used, as in a browser that may store nothing
  // for a site. A Go program would not survive the exception.
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

  // nameThePlace changes the address to the one that the page's routes expect: without index.html,
  // and /sandboxes/<id>/ where a host could only serve /sandboxes/open/?id=<id>. The same holds for
  // a lesson from a file.
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
      link.href = link.href; // make it absolute: after the address changes, the browser requests it again
    }
    if (here.href !== location.href) history.replaceState(history.state, "", here.href);
  }

  function withResolvers() {
    const made = {};
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    return made;
  }

  // startWorker ends the worker in charge and starts another one. The first worker is that of
  // ahead.js, if its name fits.
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

  // controlled reports whether a service worker answers the page's requests. Where site data is
  // blocked, the browser may refuse to say.
  function controlled() {
    try {
      return Boolean(navigator.serviceWorker?.controller);
    } catch {
      return false;
    }
  }

  // askAgain starts another worker if the first one has not loaded anything. Some browsers have
  // failed to deliver a cached file without reporting an error.
  function askAgain(worker) {
    if (worker !== tabletop.worker || tabletop.compiled || tabletop.loaded || stopped || leaving) return;
    asked = true;
    replaceWorker();
  }

  // replaceWorker starts a worker and tells the Go program. If that fails, the page gives up.
  function replaceWorker() {
    try {
      startWorker();
      tabletop.onworker?.(tabletop.worker);
    } catch (error) {
      stop(tabletop.compiled ? "engine" : "start", { reason: String(error), lines: [] });
    }
  }

  // workerDied replaces a worker that has died, or gives up after too many deaths. end is {reason,
  // lines, memory}, see run.js.
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

  // outOfMemory reports whether a program has ended for lack of memory: it or the browser said so,
  // or it had nearly all the memory that is possible.
  function outOfMemory({ reason, lines, memory = 0 }) {
    return memory >= nearlyAll || /out of memory|cannot allocate memory|allocation failed|could not allocate/i.test([reason, ...lines].join("\n"));
  }

  // runPage runs the page's program until it fails.
  async function runPage() {
    let made;
    try {
      made = await module.promise;
      await parsed;
    } catch ({ reason, damaged }) {
      stop(damaged ? "damaged" : "load", { reason, lines: [] });
      return;
    }
    // The browser compiles functions when they are first called. What both programs begin with is
    // compiled in the worker first, where the reader does not wait for it.
    const turn = Promise.race([tabletop.started, new Promise((go) => setTimeout(go, ahead))]);
    stop("page", await globalThis.tabletopRun(made, { turn }));
  }

  // stop gives up. The recovery screen then offers export and reload.
  function stop(what, end) {
    if (stopped) return;
    stopped = true;
    if (what !== "page") tabletop.worker?.terminate(); // it may still be saving for the page
    delete root.dataset.ready;
    root.dataset.stopped = what;
    show(what, end);
  }

  // show opens the recovery screen, or writes one sentence if the script of that screen did not
  // load.
  function show(what, end) {
    if (globalThis.tabletopRecovery) globalThis.tabletopRecovery(what, end);
    else document.getElementById("boot").textContent = `Tabletop has stopped: ${end.reason || what}`;
  }

  function unsaved() {
    try {
      return Boolean(tabletop.unsaved?.());
    } catch {
      return false; // the page has stopped, and its state is lost
    }
  }

  // leave ends the worker when the reader leaves the page, since a page that the browser keeps
  // would still hold the lock and the database, and the next page could not use them. If everything
  // is saved the worker ends at once, otherwise after it has stored what it has accepted. WebKit
  // suspends a worker together with its page, even while it is storing, which blocks the database
  // for all others; so there it ends at once.
  function leave({ persisted }) {
    if (!persisted || stopped) return;
    leaving = true;
    if (unsaved() && !navigator.vendor.startsWith("Apple")) tabletop.worker.postMessage({ control: "leave" });
    else retire();
  }

  // retire ends the worker. If the reader has come back meanwhile, it starts another one.
  function retire() {
    tabletop.worker.terminate();
    retired = true;
    if (!leaving) replaceWorker();
  }

  // comeBack starts a worker again when the reader comes back to a page that was kept, or tells the
  // worker to stay.
  function comeBack({ persisted }) {
    if (!persisted || stopped) return;
    leaving = false;
    if (retired) replaceWorker();
    else tabletop.worker.postMessage({ control: "stay" });
  }

  // The cache for offline use is filled only when the page is ready or has stopped: filling needs
  // the network and a processor, which the start needs too.
  const started = new Promise((resolve) => {
    const look = () => (root.dataset.ready || root.dataset.stopped) && resolve();
    new MutationObserver(look).observe(root, { attributeFilter: ["data-ready", "data-stopped"] });
    setTimeout(resolve, startsWithin);
  });
  Promise.all([started, parsed])
    .then(rested)
    .then(() => globalThis.tabletopOffline?.());

  // rested waits while the engine has something to answer, such as the rows of a sandbox that was
  // just opened.
  async function rested() {
    const until = performance.now() + startsWithin;
    while (!stopped && tabletop.waiting?.() && performance.now() < until) await new Promise((go) => setTimeout(go, 250));
  }
})();
