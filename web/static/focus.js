// Keeps the focus on the page: when what has it goes away, what was there before a
// dialog gets it, or what stands nearest, and not the document as a whole, from
// which a reader without a pointer would have to begin again.
"use strict";

(() => {
  let last = null; // had the focus last, and what is around it
  let around = [];
  let before = null; // the same of what had it before a dialog opened
  let waits = false;

  document.addEventListener("focusin", ({ target }) => {
    if (target.closest("dialog") === null) before = null;
    else before ??= { last, around };
    last = target;
    around = [];
    for (let e = target.parentElement; e !== null && !e.matches("main, body"); e = e.parentElement) around.push(e);
  });
  // A pointer may leave the focus nowhere, on purpose.
  document.addEventListener("pointerdown", () => (last = null), true);

  const there = (e) => e !== null && e.isConnected && !e.disabled && e.checkVisibility({ visibilityProperty: true });

  function lost() {
    const at = document.activeElement;
    // What is disabled loses it only when the page is drawn, of which nothing tells.
    const nowhere = at === null || at === document.body || (at === last && at.disabled);
    // Whether it is there is asked last: for that the browser lays out the page.
    return last !== null && nowhere && !there(last);
  }

  // inside returns the first part of an element that can take the focus.
  function inside(e) {
    const parts = e.querySelectorAll("button, a[href], input:not(:disabled), select, textarea, summary, [tabindex]");
    return [...parts].find((part) => there(part) && part.closest("dialog") === null);
  }

  function restore() {
    waits = false;
    if (!lost()) return; // the page has given it to something
    if (before !== null) ({ last, around } = before);
    const place = there(last) ? last : around.filter(there).map(inside).find((part) => part !== undefined);
    (place ?? document.querySelector("main"))?.focus({ preventScroll: true });
  }

  new MutationObserver(() => {
    if (waits || !lost()) return;
    waits = true;
    setTimeout(restore, 50); // milliseconds
  }).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["class", "data-tab", "disabled", "hidden", "open"],
  });
})();
