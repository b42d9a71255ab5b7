// What the reader sees when a Go program has ended. Plain JavaScript: it has to
// work when nothing else does.
//
// tabletopRecovery(what, {reason, lines}) opens a dialog. what is
//   "worker"   the engine died and a new one has been started: the reader may continue
//   "engine"   the engine died too often
//   "page"     the page's own program died
//   "load"     the engine could not be loaded
"use strict";

(() => {
  const words = {
    worker: {
      title: "The engine stopped",
      text: "It ran into an error of its own and has been started again. Everything shown as saved is still there; the last action may not have happened.",
    },
    engine: {
      title: "The engine keeps stopping",
      text: "It was started again several times and stopped each time. Everything shown as saved is still in this browser. Keep a copy, then reload the page.",
    },
    page: {
      title: "The page stopped",
      text: "It ran into an error of its own. Everything shown as saved is still in this browser. Reload the page to go on.",
    },
    load: {
      title: "The engine could not be loaded",
      text: "The connection may be down, or this browser may not run WebAssembly. What you made earlier is still in this browser.",
    },
    details: "What happened",
    export: "Export my data",
    reload: "Reload",
    continue: "Continue",
    nothing: "There is nothing stored in this browser yet.",
    choose: "Choose what to save:",
    saved: (name) => `Saved ${name}.`,
    failed: (why) => `The data could not be read: ${why}`,
    untitled: "sandbox",
  };

  let dialog = null;

  globalThis.tabletopRecovery = (what, { reason, lines }) => {
    const focused = dialog ? null : document.activeElement;
    dialog?.remove();
    dialog = make(what, [reason, ...lines.filter((line) => line !== reason)].join("\n").trim());
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("h2").focus();
    dialog.addEventListener("close", () => {
      dialog.remove();
      dialog = null;
      focused?.focus();
    });
  };

  function make(what, report) {
    const mayContinue = what === "worker";
    const status = element("div", { role: "status" });
    const buttons = element("div", { className: "recovery-buttons" }, [
      button(words.export, () => exportData(status)),
      button(words.reload, () => location.reload()),
    ]);
    if (mayContinue) buttons.append(button(words.continue, () => dialog.close()));
    const made = element("dialog", { className: "recovery", role: "alertdialog" }, [
      element("div", { className: "recovery-sheet" }, [
        element("h2", { id: "recovery-title", tabIndex: -1, textContent: words[what].title }),
        element("p", { id: "recovery-text", textContent: words[what].text }),
        buttons,
        status,
        element("details", {}, [
          element("summary", { textContent: words.details }),
          element("pre", { tabIndex: 0, textContent: report }),
        ]),
      ]),
    ]);
    made.dataset.recovery = what;
    made.setAttribute("aria-labelledby", "recovery-title");
    made.setAttribute("aria-describedby", "recovery-text");
    if (!mayContinue) {
      made.setAttribute("closedby", "none");
      made.addEventListener("cancel", (event) => event.preventDefault());
    }
    return made;
  }

  function element(tag, properties, children = []) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  function button(label, press) {
    const made = element("button", { type: "button", textContent: label });
    made.addEventListener("click", press);
    return made;
  }

  // exportData saves the open workspace, or offers each sandbox where none is open.
  async function exportData(status) {
    status.replaceChildren();
    try {
      const found = await readWorkspaces(globalThis.tabletop.workspace);
      if (found.length === 0) {
        status.textContent = words.nothing;
      } else if (found.length === 1) {
        const link = download(found[0]);
        link.click();
        status.textContent = words.saved(link.download);
      } else {
        const items = found.map((workspace) => element("li", {}, [download(workspace)]));
        status.append(element("p", { textContent: words.choose }), element("ul", {}, items));
      }
    } catch (error) {
      status.textContent = words.failed(error);
    }
  }

  function download({ meta, journal }) {
    const title = meta.title.replace(/[\s\p{Cc}\\/:*?"<>|]+/gu, " ").trim() || words.untitled;
    const file = new Blob(encode(meta, journal), { type: "application/octet-stream" });
    const name = title + ".tabletop";
    return element("a", { href: URL.createObjectURL(file), download: name, textContent: name });
  }

  // encode writes a .tabletop file: the line "TABLETOP 1", then frames, each its
  // length in four bytes, big-endian, and its bytes. The first frame is JSON with
  // title and kind; the rest are the journal's entries in order.
  function encode({ title, kind }, journal) {
    const encoder = new TextEncoder();
    const parts = [encoder.encode("TABLETOP 1\n")];
    for (const bytes of [encoder.encode(JSON.stringify({ title, kind })), ...journal]) {
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, bytes.length);
      parts.push(length, bytes);
    }
    return parts;
  }

  // readWorkspaces returns {meta, journal} of the workspace named id, or of all
  // sandboxes where there is none such.
  async function readWorkspaces(id) {
    const database = await openDatabase();
    if (database === null) return [];
    try {
      const transaction = database.transaction(["workspaces", "journal"]);
      const metas = await result(transaction.objectStore("workspaces").getAll());
      const open = metas.filter((meta) => meta.id === id);
      const wanted = open.length > 0 ? open : metas.filter((meta) => meta.kind === "sandbox");
      const entries = transaction.objectStore("journal");
      return await Promise.all(
        wanted.map(async (meta) => {
          // "0" is the character after "/": every key of this workspace, in order.
          const range = IDBKeyRange.bound(meta.id + "/", meta.id + "0", false, true);
          const [keys, records] = await Promise.all([result(entries.getAllKeys(range)), result(entries.getAll(range))]);
          return { meta, journal: records.map((record, i) => entry(BigInt(keys[i].slice(-20)), record)) };
        }),
      );
    } finally {
      database.close();
    }
  }

  // entry returns what a record of the journal holds: "J", a version and a number
  // of copies, then each copy behind its length and a sum over it and the sequence
  // number. Where the first is damaged the second is taken. Other records are the
  // entry itself.
  function entry(seq, record) {
    if (record[0] !== 0x4a || record.length < 11) return record;
    const view = new DataView(record.buffer, record.byteOffset);
    const copy = (at) => record.subarray(at + 8, at + 8 + view.getUint32(at));
    const second = 3 + (record.length - 3) / 2;
    const damaged = record[2] === 2 && sum(seq, copy(3)) !== view.getUint32(7);
    return copy(damaged ? second : 3);
  }

  // sum is the CRC-32 of a number in eight bytes and of data.
  function sum(seq, data) {
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, seq);
    let crc = -1;
    for (const bytes of [number, data]) {
      for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
      }
    }
    return ~crc >>> 0;
  }

  // openDatabase resolves to null where there is no database, and leaves it so:
  // opening one into existence would leave it without its stores.
  function openDatabase() {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open("tabletop");
      let missing = false;
      request.onupgradeneeded = () => {
        missing = true;
        request.transaction.abort();
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => (missing ? resolve(null) : reject(request.error));
    });
  }

  function result(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
})();
