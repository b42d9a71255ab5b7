// Makes the site work offline, and tells when a newer version has arrived.
//
// On <html>: data-offline = "ready" once every file is kept, "none" where the
// browser offers no way; data-update = "ready" once a newer version waits. The
// event "tabletop-update" on document and tabletop.onupdate() say the latter too.
//
//   tabletop.update()        change to the newer version: reloads this tab, and asks nothing
//   tabletop.checkUpdate()   look for one now
//   tabletop.keep()          set once there is a worker: keep what the language needs
//   tabletop.newer()         a promise: whether the host has another version than this
"use strict";

(() => {
  const { tabletop } = globalThis;
  if (!tabletop) return; // boot.js did not load
  const root = document.documentElement;
  const checkEvery = 3_600_000; // milliseconds
  let workers = null;
  try {
    workers = navigator.serviceWorker;
  } catch {} // without site data, looking at it may be refused
  let registration = null;
  let checked = 0;

  tabletop.update = () => globalThis.tabletopReload();

  tabletop.newer = async () => {
    const response = await fetch(tabletop.base + "sw.js", { cache: "no-store" });
    return response.ok && !(await response.text()).includes(`"${tabletop.version}"`);
  };

  tabletop.checkUpdate = async () => {
    checked = Date.now();
    // Offline there is nothing to learn.
    await registration?.update().catch(() => {});
  };

  globalThis.tabletopOffline = async () => {
    if (!workers || tabletop.embed) {
      root.dataset.offline = "none";
      return;
    }
    let controlled = workers.controller !== null;
    workers.addEventListener("controllerchange", () => {
      if (controlled) announce(); // another tab changed the version under this one
      controlled = true;
    });
    try {
      registration = await workers.register(tabletop.base + "sw.js", { updateViaCache: "none" });
    } catch {
      // Private windows and plain http refuse. The site works, online.
      root.dataset.offline = "none";
      return;
    }
    checked = Date.now();
    if (registration.waiting) announce();
    watch(registration.installing);
    registration.addEventListener("updatefound", () => watch(registration.installing));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && Date.now() - checked > checkEvery) tabletop.checkUpdate();
    });
    tabletop.keep = async () => {
      const ready = await workers.ready;
      if (await complete(ready.active)) root.dataset.offline = "ready";
    };
    await tabletop.keep();
  };

  // watch announces a worker that has installed behind the active one.
  function watch(installing) {
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && registration.active) announce();
    });
  }

  function announce() {
    root.dataset.update = "ready";
    document.dispatchEvent(new Event("tabletop-update", { bubbles: true }));
    tabletop.onupdate?.();
  }

  // complete asks a service worker whether its cache holds every file; it fetches
  // again what the browser has dropped.
  function complete(worker) {
    return new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => resolve(data.complete);
      worker.postMessage({ control: "complete", language: tabletop.language }, [channel.port2]);
    });
  }
})();
