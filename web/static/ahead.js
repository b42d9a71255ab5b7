// Starts the worker that fetches and compiles the engine while the browser still draws the page;
// the other scripts run after that. boot.js takes the worker over, or starts its own. The tag of
// this script is below the page's style sheets, because the browser would otherwise request those
// only after it.
//
// globalThis.tabletopAhead is {name, worker, came}: the worker's name, the worker, and the messages
// that it has sent so far. It is undefined if there is no worker.
"use strict";

(() => {
  if (location.protocol === "file:" || top !== globalThis) return; // boot.js handles these
  const ahead = { name: `loader ${document.documentElement.lang}`, came: [] };
  const place = new URL("worker.js", document.currentScript.src);
  place.pathname = place.pathname.replace(/^\/+/, "/"); // as in boot.js
  try {
    if (navigator.serviceWorker?.controller) place.hash = "kept"; // otherwise nothing can be in the cache
    ahead.worker = new Worker(place.href, { name: ahead.name });
  } catch {
    return; // boot.js reports the error
  }
  ahead.worker.onmessage = ({ data }) => ahead.came.push(data);
  ahead.worker.onerror = (event) => {
    event.preventDefault();
    delete globalThis.tabletopAhead;
  };
  globalThis.tabletopAhead = ahead;
})();
