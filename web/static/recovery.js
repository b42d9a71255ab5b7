// Shows the reader that something has ended unexpectedly. It is plain JavaScript and the first
// script of the page, except for the sentences of another language than English, because it has to
// work when nothing else does.
//
// tabletopRecovery(what, {reason, lines}) opens a dialog. what is
//
//   "worker"      the engine died and was started again: the reader may continue
//   "engine"      the engine died too often
//   "workspace"   it died too often with the same workspace open
//   "memory"      the same, and it had run out of memory
//   "page"        the page's own program died
//   "load"        the engine could not be loaded
//   "damaged"     what was loaded is not the engine of this version
//   "start"       something else failed before the page was ready for the first time: an error
//                 of a script, an unhandled rejection, or a script that did not load. If the
//                 page becomes ready all the same, the dialog closes.
//   "file"        the page was opened from a folder
//
// In a page that is a part of another site's page it always says that nothing is stored.
//
// tabletopReload(said, stale) reloads the page in the newest version that there is. With stale it
// does not use the browser's cached scripts.
"use strict";

(() => {
  const english = __WORDS__; // by code

  const slow = 20_000; // milliseconds for the start, and for a newer version to load
  const patience = 10_000; // milliseconds for a database to open
  const longestCause = 300; // characters
  const root = document.documentElement;
  const base = new URL("./", document.currentScript.src);

  let dialog = null;
  let begun = false; // the page has been ready
  const troubles = []; // errors before that

  // say returns a sentence in the language of the page if text/<language>.js has loaded, otherwise
  // in English.
  const say = (code, ...args) => {
    const text = globalThis.tabletopWords?.[root.lang]?.[code] ?? english[code];
    return text.replace(/\{(\d)\}/g, (_, at) => args[at - 1]);
  };

  // count returns a sentence with a number, in the plural form that the language needs.
  const count = (code, n) => {
    const category = new Intl.PluralRules(root.lang).select(n);
    return say(english[`${code}-${category}`] ? `${code}-${category}` : `${code}-other`, n);
  };

  addEventListener("error", ({ target, message }) => trouble(target === globalThis ? message : target.defer && `${target.src} did not load.`), true);
  addEventListener("unhandledrejection", ({ reason }) => trouble(String(reason)));

  // trouble reports an error before the page is ready for the first time.
  function trouble(reason) {
    if (!reason || begun || root.dataset.stopped) return;
    troubles.push(reason);
    globalThis.tabletopRecovery("start", { reason: troubles[0], lines: troubles });
  }

  // While the start takes long, the page says what it is waiting for.
  const telling = setInterval(() => {
    if (root.dataset.stopped) return;
    const { compiled, loaded, size, onworker } = globalThis.tabletop;
    const mb = (bytes) => (bytes / 1e6).toLocaleString(root.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    document.getElementById("boot").textContent =
      onworker ? say("slow-engine") : compiled ? say("slow-page") : loaded < size ? say("slow-load", mb(loaded), mb(size)) : say("slow-compile");
  }, slow);

  new MutationObserver(() => {
    if (!root.dataset.ready) return;
    begun = true;
    clearInterval(telling);
    if (dialog?.dataset.recovery === "start") dialog.close();
  }).observe(root, { attributeFilter: ["data-ready"] });

  new MutationObserver(() => {
    if (root.lang === "en" || globalThis.tabletopWords?.[root.lang]) return;
    document.head.append(element("script", { src: `${base}text/${root.lang}.js` }));
  }).observe(root, { attributeFilter: ["lang"] });

  globalThis.tabletopRecovery = (what, { reason, lines }) => {
    if (dialog?.dataset.recovery === "start" && ["worker", "engine", "workspace", "memory"].includes(what)) {
      // The first error is the cause. The dialog stays, so that no button moves while the reader is
      // about to press it.
      dialog.querySelector("pre").append("\n" + [reason, ...lines].join("\n"));
      return;
    }
    const focused = dialog ? null : document.activeElement;
    dialog?.remove();
    const made = (dialog = make(what, reason, [reason, ...lines.filter((line) => line !== reason)].join("\n").trim()));
    document.body.append(made);
    made.showModal();
    made.querySelector("h2").focus();
    made.addEventListener("close", () => {
      made.remove();
      if (dialog !== made) return;
      dialog = null;
      focused?.focus();
    });
  };

  // tabletopReload activates a newer version if there is one, even if the running version has not
  // noticed it. said is called with a sentence while the new version is loading.
  globalThis.tabletopReload = async (said, stale) => {
    const reload = () => location.reload();
    (globalThis.tabletop ?? {}).going = true;
    setTimeout(reload, slow);
    try {
      if (stale) await Promise.all([...document.scripts, { src: base + "worker.js" }, { src: base + "unpack.js" }].map(({ src }) => fetch(src, { cache: "reload" })));
      const workers = navigator.serviceWorker;
      const registration = await workers.getRegistration(base);
      if (!registration.waiting && !registration.installing) await registration.update();
      const next = registration.waiting ?? registration.installing;
      if (next) {
        said?.(say("renewing"));
        workers.addEventListener("controllerchange", reload);
        const activate = () => next.state === "installed" && next.postMessage({ control: "activate" });
        next.addEventListener("statechange", () => (next.state === "redundant" ? reload() : activate()));
        activate();
        return;
      }
    } catch {} // offline, or without service workers
    reload();
  };

  // make returns the dialog for what. report is the text of its details.
  function make(what, reason, report) {
    const embedded = what !== "file" && (globalThis.tabletop?.embed ?? top !== globalThis); // an embedded page stores nothing
    const alone = !embedded && ["workspace", "memory"].includes(what); // only one workspace is affected
    const cause = reason.replace(/^Uncaught /, "").slice(0, longestCause);
    const text = element("p", { id: "recovery-text", textContent: embedded ? say("embedded") : say(`${what}-text`, "…", cause) });
    const status = element("div", { role: "status" });
    const reload = () => globalThis.tabletopReload((what) => (status.textContent = what), what === "damaged");
    const buttons = element("div", { className: "recovery-buttons" });
    if (what !== "file") {
      if (!embedded) buttons.append(button(say("export"), () => exportData(status)));
      buttons.append(button(say(alone ? "again" : "reload"), reload));
    }
    if (what === "worker") buttons.append(button(say("continue"), () => dialog.close()));
    if (alone) {
      const { workspace, languages } = globalThis.tabletop;
      const [, folder] = languages.find(([tag]) => tag === root.lang) ?? languages[0];
      buttons.append(button(say("elsewhere"), () => location.assign(`${base.pathname.slice(0, -1)}${folder}/sandboxes/`)));
      nameOf(workspace).then((name) => (text.textContent = say(`${what}-text`, name, cause)));
    }
    const made = element("dialog", { className: "recovery", role: "alertdialog" }, [
      element("div", { className: "recovery-sheet" }, [
        element("h2", { id: "recovery-title", tabIndex: -1, textContent: say(what) }),
        text,
        buttons,
        status,
      ]),
    ]);
    if (report) {
      made.firstChild.append(
        element("details", {}, [
          element("summary", { textContent: say("details") }),
          element("pre", { tabIndex: 0, textContent: report }),
        ]),
      );
    }
    made.dataset.recovery = what;
    made.setAttribute("aria-labelledby", "recovery-title");
    made.setAttribute("aria-describedby", "recovery-text");
    if (what !== "worker") {
      made.setAttribute("closedby", "none");
      made.addEventListener("cancel", (event) => event.preventDefault());
    }
    return made;
  }

  // element returns a new element with properties and children.
  function element(tag, properties, children = []) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  // button returns a button that calls press.
  function button(label, press) {
    const made = element("button", { type: "button", textContent: label });
    made.addEventListener("click", press);
    return made;
  }

  // exportData saves the open workspace as a file, or offers each sandbox if none is open.
  async function exportData(status) {
    status.replaceChildren();
    try {
      const found = await readWorkspaces(globalThis.tabletop?.workspace);
      const lost = ({ damaged }) => (damaged > 0 ? " " + count("lost", damaged) : "");
      if (found.length === 0) {
        status.textContent = say("nothing");
      } else if (found.length === 1) {
        const link = download(found[0]);
        link.click();
        status.textContent = say("saved", link.download) + lost(found[0]);
      } else {
        const items = found.map((workspace) => element("li", {}, [download(workspace), lost(workspace)]));
        status.append(element("p", { textContent: say("choose") }), element("ul", {}, items));
      }
    } catch (error) {
      status.textContent = say("failed", error);
    }
  }

  // download returns a link that saves a workspace as a file.
  function download(workspace) {
    const title = workspace.title.replace(/[\s\p{Cc}\\/:*?"<>|]+/gu, " ").trim() || say("untitled");
    const file = new Blob(encode(workspace), { type: "application/octet-stream" });
    const name = title + ".tabletop";
    return element("a", { href: URL.createObjectURL(file), download: name, textContent: name });
  }

  // encode returns the parts of a .tabletop file of one sandbox, in the form that app/host/archive
  // reads: blocks, each a letter, a length and bytes, stored without compression in deflate's
  // format, and their checksum.
  function encode({ title, journal }) {
    const mark = 0x41; // begins frames, see engine/wire; 25 is the header of a workspace's title
    const name = new TextEncoder().encode(title);
    const body = [
      ["F", [mark, 0]],
      ["W", [mark, 25, ...varint(name.length), ...name, 0]],
      ...journal.map((entry) => ["E", entry]),
      ["Z", []],
    ].flatMap(([letter, bytes]) => [Uint8Array.of(letter.charCodeAt(0), ...varint(bytes.length)), Uint8Array.from(bytes)]);
    const parts = ["TABLETOP FILE 1\n"];
    for (const bytes of body) {
      for (let at = 0; at < bytes.length; at += 0xffff) {
        const stored = bytes.subarray(at, at + 0xffff);
        const n = stored.length;
        parts.push(Uint8Array.of(0, n, n >> 8, ~n, ~n >> 8), stored);
      }
    }
    const sum = new DataView(new ArrayBuffer(4));
    sum.setUint32(0, ~body.reduce(crc, -1));
    return [...parts, Uint8Array.of(1, 0, 0, 0xff, 0xff), sum.buffer];
  }

  // varint returns the bytes of a variable-length integer.
  function varint(n) {
    return n < 128 ? [n] : [(n % 128) + 128, ...varint(Math.floor(n / 128))];
  }

  // readWorkspaces returns {title, journal, damaged} of the workspace with an ID, or of all
  // sandboxes if there is none with it. damaged is the number of entries of its journal that cannot
  // be read. What the database lacks is taken from the spare, and so is an entry that is damaged in
  // the database.
  async function readWorkspaces(id) {
    const opened = await Promise.allSettled([openDatabase(() => indexedDB), openDatabase(spare)]);
    const databases = opened.map(({ value }) => value).filter(Boolean);
    if (databases.length === 0 && opened[0].reason) throw opened[0].reason;
    try {
      const shelves = await Promise.all(databases.map((database) => records(database, "workspaces")));
      const metas = new Map(); // ID → {meta, deleted, from}: from are the databases that may have it
      for (const [i, shelf] of shelves.entries()) {
        for (const [key, meta] of shelf) {
          const known = metas.get(key);
          if (!known) metas.set(key, { meta: meta ?? {}, deleted: meta?.deleted > 0, from: databases.slice(i) });
          else known.meta = { ...meta, ...known.meta };
        }
      }
      const all = [...metas].filter(([, { deleted }]) => !deleted);
      const open = all.filter(([key]) => key === id);
      const wanted = open.length > 0 ? open : all.filter(([, { meta }]) => meta.kind !== "lesson");
      return await Promise.all(
        wanted.map(async ([key, { meta, from }]) => {
          // "0" is the character after "/", so the range has all keys of this workspace, in order.
          const range = IDBKeyRange.bound(key + "/", key + "0", false, true);
          const [here, there] = await Promise.all(from.map(async (database) => changes(await records(database, "journal", range))));
          const numbers = [...here.keys()];
          const journal = numbers.map((number) => here.get(number) ?? there?.get(number)).filter(Boolean);
          return { ...named(meta), journal, damaged: numbers.length - journal.length };
        }),
      );
    } finally {
      for (const database of databases) database.close();
    }
  }

  // named returns the title for a file. It accepts any record of a workspace.
  function named({ title }) {
    const longest = 1_000; // characters, of which an archive takes 4,096 bytes
    return { title: typeof title === "string" && title ? title.slice(0, longest) : say("untitled") };
  }

  // nameOf returns the title of the workspace with an ID.
  async function nameOf(id) {
    const [{ title }] = await readWorkspaces(id).catch(() => [named({})]);
    return title;
  }

  // changes returns the entries of a journal's records by number, undefined for an entry that
  // cannot be read.
  function changes(records) {
    const most = 7168; // entries of one record at most, as in wasm/store
    const found = new Map();
    let next = 1;
    for (const [key, record] of records) {
      const last = Number(key.slice(-20));
      const lost = Math.max(1, Math.min(most, last + 1 - next));
      const held = entries(key, record) ?? Array(lost).fill();
      held.forEach((entry, i) => found.set(last + 1 - held.length + i, entry));
      next = last + 1;
    }
    return found;
  }

  // entries returns the entries of a record of the journal, or undefined if the record is damaged.
  // A record is "J", a version, the number of copies, and the copies. Each copy follows its length
  // and a checksum over the number of the last entry, the copy and the version. In a copy each
  // entry follows its length. See wasm/store/journal_record.go.
  function entries(key, record) {
    if (record?.[0] !== 0x4a) return;
    const view = new DataView(record.buffer, record.byteOffset, record.length);
    const head = 3;
    const length = (at, before) => (at + before <= record.length ? view.getUint32(at) & 0x7fffffff : Infinity);
    const last = new Uint8Array(8);
    new DataView(last.buffer).setBigUint64(0, BigInt(key.slice(-20)));
    // The second copy follows the first one, whose length may be damaged; it is also the second
    // half.
    for (const at of [head, head + 8 + length(head, 8), head + ((record.length - head) >> 1)]) {
      const end = at + 8 + length(at, 8);
      if (end > record.length) continue;
      const copy = record.subarray(at + 8, end);
      if (~[last, copy, [2]].reduce(crc, -1) >>> 0 !== view.getUint32(at + 4)) continue;
      const found = [];
      for (let from = at + 8, to; from < end; from = to) {
        to = from + 4 + length(from, 4);
        found.push(record.subarray(from + 4, to));
      }
      return found;
    }
  }

  // crc continues a CRC-32, which begins as -1 and ends with all bits inverted.
  function crc(sum, bytes) {
    for (const byte of bytes) sum = (sum >>> 8) ^ ofByte((sum ^ byte) & 0xff);
    return sum;
  }

  // ofByte returns the CRC-32 of one byte.
  function ofByte(byte) {
    if (!ofByte.known) {
      ofByte.known = Int32Array.from({ length: 256 }, (_, sum) => {
        for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
        return sum;
      });
    }
    return ofByte.known[byte];
  }

  // records returns the pairs of key and value in an object store, with undefined for a value that
  // the browser cannot read.
  async function records(database, name, range) {
    const store = database.transaction(name).objectStore(name);
    const keys = await result(store.getAllKeys(range));
    return Promise.all(keys.map(async (key) => [key, await result(store.get(key)).catch(() => {})]));
  }

  // spare returns the indexedDB of the spare's bucket, undefined if there is none.
  async function spare() {
    const buckets = navigator.storageBuckets;
    if (!(await buckets?.keys())?.includes("spare")) return;
    return (await buckets.open("spare")).indexedDB;
  }

  // openDatabase returns a promise of the site's database, or of undefined if there is none. It
  // fails if the database does not open in time.
  async function openDatabase(from) {
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the database does not open")), patience));
    const search = async () => {
      const factory = await from();
      const site = ("tabletop " + base.pathname.slice(0, -1)).trim();
      return factory && openNamed(factory, globalThis.tabletop?.database ?? site);
    };
    return Promise.race([search(), late]);
  }

  // openNamed returns a promise of a database, or of undefined if there is none with this name. It
  // must not create one, which would lack the object stores.
  function openNamed(factory, name) {
    return new Promise((resolve, reject) => {
      const request = factory.open(name);
      let missing = false;
      request.onupgradeneeded = () => {
        missing = true;
        request.transaction.abort();
      };
      request.onsuccess = () => {
        const whole = ["workspaces", "journal"].every((store) => request.result.objectStoreNames.contains(store));
        if (!whole) request.result.close();
        resolve(whole ? request.result : undefined);
      };
      request.onerror = (event) => {
        event.preventDefault();
        missing ? resolve() : reject(request.error);
      };
    });
  }

  // result returns a promise of a request's result.
  function result(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = (event) => {
        event.preventDefault(); // otherwise the transaction would be aborted
        reject(request.error);
      };
    });
  }
})();
