// Starts the worker that fetches and compiles the engine, while the browser still draws the
// page: the other scripts run when it has. boot.js goes on with it, or starts its own. It
// stands below the page's styles: above them, the browser would ask for those only after it.
//
// globalThis.tabletopAhead is {name, worker, came}: the name and what the worker has said
// meanwhile, or is undefined where there is none.
"use strict";

(() => {
  if (location.protocol === "file:" || top !== globalThis) return; // boot.js knows
  const ahead = { name: `loader ${document.documentElement.lang}`, came: [] };
  const place = new URL("worker.js", document.currentScript.src);
  place.pathname = place.pathname.replace(/^\/+/, "/"); // as in boot.js
  try {
    if (navigator.serviceWorker?.controller) place.hash = "kept"; // else there is nothing to look for
    ahead.worker = new Worker(place.href, { name: ahead.name });
  } catch {
    return; // boot.js says why
  }
  ahead.worker.onmessage = ({ data }) => ahead.came.push(data);
  ahead.worker.onerror = (event) => {
    event.preventDefault();
    delete globalThis.tabletopAhead;
  };
  globalThis.tabletopAhead = ahead;
})();
