// Keeps the focus on the page. If the element with the focus disappears, the focus goes to the
// element that had it before a dialog, or else to the nearest element that can take it. Otherwise
// it would go to the document as a whole, and a reader without a pointer would have to start from
// the top again.
"use strict";

(() => {
  let last = null; // the element that had the focus last
  let around = []; // the elements around it, innermost first
  let before = null; // last and around before a dialog opened
  let waits = false; // restore has been scheduled

  document.addEventListener("focusin", ({ target }) => {
    if (target.closest("dialog") === null) before = null;
    else before ??= { last, around };
    last = target;
    around = [];
    for (let e = target.parentElement; e !== null && !e.matches("main, body"); e = e.parentElement) around.push(e);
  });
  // A reader with a pointer may remove the focus on purpose.
  document.addEventListener("pointerdown", () => (last = null), true);

  // there reports whether an element is on the page, enabled and visible.
  const there = (e) => e !== null && e.isConnected && !e.disabled && e.checkVisibility({ visibilityProperty: true });

  // lost reports whether the focus has been lost because its element has disappeared or was
  // disabled.
  function lost() {
    const at = document.activeElement;
    // A disabled element loses the focus only when the page is drawn, for which there is no event.
    const nowhere = at === null || at === document.body || (at === last && at.disabled);
    // there(last) comes last, since the browser has to lay the page out for it.
    return last !== null && nowhere && !there(last);
  }

  // inside returns the first part of an element that can take the focus.
  function inside(e) {
    const parts = e.querySelectorAll("button, a[href], input:not(:disabled), select, textarea, summary, [tabindex]");
    return [...parts].find((part) => there(part) && part.closest("dialog") === null);
  }

  // restore gives the focus to the best element that is left.
  function restore() {
    waits = false;
    if (!lost()) return; // the page has focused another element
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
