// Keeps what a reader types and taps before the page can answer, and does it once it can:
// the page is read long before the engine is there, and looks as if it were.
//
// Until the page's program has taken the place of what was prerendered, buttons and fields
// are nobody's. From then on until the engine answers, buttons that rest wait for it.
"use strict";

(() => {
  const root = document.documentElement;
  const most = 20; // things kept
  const patience = 15_000; // milliseconds that one waits, once the engine is there, to be of use
  const controls = "button, input[type=radio], input[type=checkbox]";
  const fields = "textarea[id], input[id]:not([type=radio], [type=checkbox], [type=file], [type=range])";

  const kept = []; // in turn: {button} or {entered}, see below
  const texts = new Map(); // id of a field → what it holds, until a later field has it
  let caret = null; // {id, from, to}: the field that has the focus

  const early = () => root.dataset.ready !== "yes" && !root.dataset.stopped && !globalThis.tabletop?.returned;
  const mounted = () => Boolean(globalThis.tabletop?.unsaved);
  const named = (e) => e.tagName + " " + (e.ariaLabel ?? (e.labels?.[0] ?? e).textContent).trim();
  const alike = (name) => [...document.querySelectorAll(controls)].filter((e) => named(e) === name);

  function keep(what) {
    if (kept.length < most) kept.push(what);
    const boot = document.getElementById("boot");
    if (boot?.dataset.kept) boot.textContent = boot.dataset.kept;
  }

  // A button is told by its name, and by which it is of that name.
  function tapped(event) {
    const control = event.target.closest?.(controls);
    if (!control || !early() || control.closest("dialog") || control.matches("[popovertarget]")) return;
    if (mounted() ? control.ariaDisabled !== "true" : control.disabled) return;
    event.stopImmediatePropagation(); // nobody must answer it twice
    const name = named(control);
    const at = alike(name).indexOf(control);
    if (!kept.some(({ button }) => button?.name === name && button.at === at)) keep({ button: { name, at } });
  }

  function typed({ target }) {
    if (!early() || !target.matches?.(fields)) return;
    texts.set(target.id, target.value);
    remember();
  }

  // What is entered into the console leaves it, as it will.
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

  // Another field that comes into the place of one gets what that held.
  function restore() {
    for (const [id, text] of texts) {
      const field = document.getElementById(id);
      if (!field || field.value === text) continue;
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const field = caret && document.getElementById(caret.id);
    if (field && document.activeElement === document.body) {
      const { from, to } = caret; // to take the focus is to be remembered anew
      field.focus({ preventScroll: true });
      if (from !== null) field.setSelectionRange?.(from, to);
    }
  }

  function remember() {
    const e = document.activeElement;
    if (e?.matches(fields)) caret = { id: e.id, from: e.selectionStart, to: e.selectionEnd };
    else if (e && e !== document.body) caret = null;
  }

  const soon = () => new Promise((go) => setTimeout(go, 30));

  async function done() {
    let over = false;
    const stop = ({ isTrusted, target }) => (over ||= isTrusted && Boolean(target.closest?.(controls)));
    addEventListener("click", stop, true); // who taps now has thought of something else
    for (const what of kept) {
      while (!over && globalThis.tabletop.waiting()) await soon(); // for what the one before began
      for (const end = performance.now() + patience; !over && performance.now() < end; await soon()) {
        if (what.button ? pressed(what.button) : ran(what.entered)) break;
      }
      await soon();
    }
    removeEventListener("click", stop, true);
  }

  function pressed({ name, at }) {
    const all = alike(name);
    const control = all[at] ?? (all.length === 1 ? all[0] : undefined);
    if (!control || control.disabled || control.ariaDisabled === "true") return false;
    if (document.activeElement === document.body) control.focus({ preventScroll: true });
    control.click();
    return true;
  }

  // ran enters a text into the console, which may be the plain field or the editor by then.
  // What has been typed since stays.
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
    if (field.value !== field.defaultValue) texts.set(field.id, field.value); // before this script came
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
