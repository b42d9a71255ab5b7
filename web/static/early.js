// Keeps what a reader types and clicks before the page can answer, and does it as soon as it can.
// The prerendered page is visible long before the engine runs, and looks ready.
//
// Until the page's program has replaced the prerendered page, all buttons and fields are inactive.
// From then on, until the engine answers, buttons that are disabled for the time being wait for it.
"use strict";

(() => {
  const root = document.documentElement;
  const most = 20; // number of things that are kept
  const patience = 15_000; // milliseconds that one of them waits, after the engine has started, until it can be done
  const controls = "button, input[type=radio], input[type=checkbox]";
  const fields = "textarea[id], input[id]:not([type=radio], [type=checkbox], [type=file], [type=range])";

  const kept = []; // in order: {button} or {entered}, see below
  const texts = new Map(); // ID of a field → its text, until a later field has it
  let caret = null; // {id, from, to}: the field with the focus and its selection

  const early = () => root.dataset.ready !== "yes" && !root.dataset.stopped && !globalThis.tabletop?.returned;
  const mounted = () => Boolean(globalThis.tabletop?.unsaved);
  const named = (e) => e.tagName + " " + (e.ariaLabel ?? (e.labels?.[0] ?? e).textContent).trim();
  const alike = (name) => [...document.querySelectorAll(controls)].filter((e) => named(e) === name);

  // keep adds a thing to do, and says below the page that it is kept.
  function keep(what) {
    if (kept.length < most) kept.push(what);
    const boot = document.getElementById("boot");
    if (boot?.dataset.kept) boot.textContent = boot.dataset.kept;
  }

  // tapped keeps a click on a button or another control. A button is identified by its name, and by
  // its number among those of this name.
  function tapped(event) {
    const control = event.target.closest?.(controls);
    if (!control || !early() || control.closest("dialog") || control.matches("[popovertarget]")) return;
    if (mounted() ? control.ariaDisabled !== "true" : control.disabled) return;
    event.stopImmediatePropagation(); // otherwise it could be answered twice
    const name = named(control);
    const at = alike(name).indexOf(control);
    if (!kept.some(({ button }) => button?.name === name && button.at === at)) keep({ button: { name, at } });
  }

  // typed keeps the text of a field.
  function typed({ target }) {
    if (!early() || !target.matches?.(fields)) return;
    texts.set(target.id, target.value);
    remember();
  }

  // entered keeps a command for the console, and empties the field as the console will do.
  function entered(event) {
    const field = event.target;
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || field.id !== "console" || !early()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!field.value.trim()) return;
    keep({ entered: field.value });
    field.value = "";
    texts.set(field.id, "");
  }

  // restore writes the kept texts and the selection into fields that have replaced the earlier
  // ones.
  function restore() {
    for (const [id, text] of texts) {
      const field = document.getElementById(id);
      if (!field || field.value === text) continue;
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const field = caret && document.getElementById(caret.id);
    if (field && document.activeElement === document.body) {
      const { from, to } = caret; // focusing the field changes caret
      field.focus({ preventScroll: true });
      if (from !== null) field.setSelectionRange?.(from, to);
    }
  }

  // remember keeps which field has the focus, and its selection.
  function remember() {
    const e = document.activeElement;
    if (e?.matches(fields)) caret = { id: e.id, from: e.selectionStart, to: e.selectionEnd };
    else if (e && e !== document.body) caret = null;
  }

  const soon = () => new Promise((go) => setTimeout(go, 30));

  // done does what was kept, one thing after the other, each when the engine has answered the one
  // before. A click of the reader on a control ends it.
  async function done() {
    let over = false;
    const stop = ({ isTrusted, target }) => (over ||= isTrusted && Boolean(target.closest?.(controls)));
    addEventListener("click", stop, true); // the reader has decided on something else
    for (const what of kept) {
      while (!over && globalThis.tabletop.waiting()) await soon(); // until the one before is answered
      for (const end = performance.now() + patience; !over && performance.now() < end; await soon()) {
        if (what.button ? pressed(what.button) : ran(what.entered)) break;
      }
      await soon();
    }
    removeEventListener("click", stop, true);
  }

  // pressed clicks a button, and reports false if it is not there or still disabled.
  function pressed({ name, at }) {
    const all = alike(name);
    const control = all[at] ?? (all.length === 1 ? all[0] : undefined);
    if (!control || control.disabled || control.ariaDisabled === "true") return false;
    if (document.activeElement === document.body) control.focus({ preventScroll: true });
    control.click();
    return true;
  }

  // ran enters a text into the console, which may be the plain field or the editor by then. Text
  // that the reader has typed since stays. It reports false if the console is not ready.
  function ran(text) {
    const field = document.getElementById("console");
    if (!field || !document.querySelector("[data-saved]")) return false;
    if (field.editor) {
      if (field.editor.enter(text) !== "run" && !field.editor.text()) field.editor.set(text);
      return true;
    }
    const later = field.value;
    field.value = text;
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", keyCode: 13, bubbles: true, cancelable: true }));
    field.value = later;
    return true;
  }

  const listeners = { click: tapped, input: typed, keydown: entered, selectionchange: remember, focusin: remember };
  for (const type in listeners) addEventListener(type, listeners[type], true);
  for (const field of document.querySelectorAll(fields)) {
    if (field.value !== field.defaultValue) texts.set(field.id, field.value); // typed before this script ran
  }
  remember();
  new MutationObserver((_, observer) => {
    restore();
    if (early()) return;
    observer.disconnect();
    for (const type in listeners) removeEventListener(type, listeners[type], true);
    if (root.dataset.ready === "yes") done();
  }).observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-ready", "data-stopped"] });
})();
