// Makes the site work offline, and reports when a newer version has arrived.
//
// Attributes of <html>: data-offline = "ready" after every file has been stored, "none" if the
// browser does not support it; data-update = "ready" after a newer version has been installed. The
// event "tabletop-update" on document, and tabletop.onupdate(), report the latter too.
//
//   tabletop.update()        changes to the newer version: reloads this tab without a question
//   tabletop.checkUpdate()   looks for a newer version now
//   tabletop.keep()          stores the files of the page's language; set once there is a service
//                            worker
//   tabletop.newer()         a promise of whether the host has another version than this one
"use strict";

(() => {
  const { tabletop } = globalThis;
  if (!tabletop) return; // boot.js did not load
  const root = document.documentElement;
  const checkEvery = 3_600_000; // milliseconds
  let workers = null;
  try {
    workers = navigator.serviceWorker;
  } catch {} // if site data are blocked, reading it may throw
  let registration = null;
  let checked = 0;

  tabletop.update = () => globalThis.tabletopReload();

  tabletop.newer = async () => {
    const response = await fetch(tabletop.base + "sw.js", { cache: "no-store" });
    return response.ok && !(await response.text()).includes(`"${tabletop.version}"`);
  };

  tabletop.checkUpdate = async () => {
    checked = Date.now();
    // Offline this fails, and there is nothing to find.
    await registration?.update().catch(() => {});
  };

  globalThis.tabletopOffline = async () => {
    if (!workers || tabletop.embed) {
      root.dataset.offline = "none";
      return;
    }
    let controlled = workers.controller !== null;
    workers.addEventListener("controllerchange", () => {
      if (controlled) announce(); // another tab has changed the version
      controlled = true;
    });
    try {
      registration = await workers.register(tabletop.base + "sw.js", { updateViaCache: "none" });
    } catch {
      // Private windows and plain HTTP refuse this. The site then works online only.
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

  // watch announces a service worker that has been installed while another one is active.
  function watch(installing) {
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && registration.active) announce();
    });
  }

  // announce reports that a newer version is waiting.
  function announce() {
    root.dataset.update = "ready";
    document.dispatchEvent(new Event("tabletop-update", { bubbles: true }));
    tabletop.onupdate?.();
  }

  // complete asks a service worker to store every file that its cache lacks, and returns a promise
  // of whether all of them are there.
  function complete(worker) {
    return new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => resolve(data.complete);
      worker.postMessage({ control: "complete", language: tabletop.language }, [channel.port2]);
    });
  }
})();
