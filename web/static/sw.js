// The service worker: it keeps every file of one version of the site and serves them without the
// network. The build fills in the version and the files.
"use strict";

importScripts("unpack.js");

const version = "__VERSION__";
// [path, digest, language] of each file: the path is below the scope, and the language is "" for
// all languages. A page has the path of its folder.
const listed = __FILES__;
const files = new Map(listed);
const languages = new Map(listed.map(([path, , language]) => [path, language]));

// This file is fetched, and kept, when it is first requested.
const onUse = "__ON_USE__";

// The worker that loads a program checks it itself.
const programs = ["app.wasm.bin", onUse];

const scope = self.registration.scope;
const scopePath = new URL(scope).pathname;
// The scope is a part of the name, because sites that share an origin share its caches.
const ours = `tabletop ${scope} `;
const cacheName = ours + version; // worker.js uses it too

// It starts with an empty cache, since another site of the origin may have put something into it.
self.addEventListener("install", (event) => event.waitUntil(caches.delete(cacheName).then(fill)));

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith(ours) && name !== cacheName);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  switch (event.data.control) {
    case "activate":
      self.skipWaiting();
      break;
    case "complete": {
      const [port] = event.ports;
      const answer = (complete) => port.postMessage({ complete });
      event.waitUntil(fill(event.data.language).then(() => answer(true), () => answer(false)));
      break;
    }
  }
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const url = new URL(request.url);
  const path = url.pathname.slice(scopePath.length).replace(/(^|\/)index\.html$/, "$1");
  const navigates = request.mode === "navigate";
  if (files.has(path)) {
    event.respondWith(kept(path, request));
  } else if (navigates && shell(path)) {
    event.respondWith(kept(shell(path), request));
  } else if (navigates && (files.has(path + "/") || shell(path + "/"))) {
    event.respondWith(Response.redirect(`${scope}${path}/${url.search}`, 301));
  }
});

// shell returns the page that serves a sandbox, or a lesson from a file, in the language of its
// address; these have no files of their own. It returns undefined for other paths.
function shell(path) {
  const [, folder, kind] = /^((?:[\w-]+\/)?)(sandboxes|lessons)\/[^/]+\/$/.exec(path) ?? [];
  const page = `${folder}${kind}/open/`;
  if (files.has(page) && (kind === "sandboxes" || path.startsWith(`${folder}lessons/own-`))) return page;
}

// kept answers with the cached file, or with the file of the host if the cached one is damaged or
// missing, or if a program is requested past the cache.
async function kept(path, request) {
  const cache = await caches.open(cacheName);
  const have = await cache.match(scope + path);
  if (have && programs.includes(path)) {
    if (request.cache !== "reload") return have;
  } else if (have) {
    const data = await have.arrayBuffer();
    if (await genuine(path, data)) return new Response(data, { headers: have.headers });
  }
  try {
    const response = await bring(path);
    await keep(cache, path, response.clone()).catch(() => {}); // a full disk must not prevent the answer
    return response;
  } catch {
    return fetch(request); // another version is better than none
  }
}

// keep puts a file into the cache. Programs are stored decompressed, as they are compiled, since
// decompressing takes several times as long as compiling.
async function keep(cache, path, response) {
  const url = scope + path;
  if (!programs.includes(path)) return cache.put(url, response);
  try {
    const headers = { "Content-Type": "application/wasm" };
    await cache.put(url, new Response(tabletopUnpack(response.clone().body), { headers }));
  } catch {
    await cache.put(url, response); // no room, or the script may not run
  }
}

// bring fetches a file of this version from the host. It follows redirects.
async function bring(path) {
  // no-cache, because the browser's own cache may have the file of the previous version.
  const { ok, status, headers, body } = await fetch(scope + path, { cache: "no-cache" });
  const data = await new Response(body).arrayBuffer();
  if (!ok || !(await genuine(path, data))) throw new Error(`${status} for ${scope}${path}`);
  return new Response(data, { headers });
}

// genuine reports whether data is a file of this version. The digest is the first 15 bytes of its
// SHA-256.
async function genuine(path, data) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", data), 0, 15);
  return files.get(path) === btoa(String.fromCharCode(...sum));
}

// fill fetches the files that the cache lacks: those for all languages, for the given language, and
// for any other language that is kept. It rejects unless all of them are there in the end, with the
// content of this version.
async function fill(language) {
  const wanted = new Set(["", language ?? "", ...(await spoken())]);
  const cache = await caches.open(cacheName);
  const have = new Set((await cache.keys()).map((request) => request.url));
  await Promise.all(
    [...files.keys()].map(async (path) => {
      const url = scope + path;
      if (have.has(url) || path === onUse || !wanted.has(languages.get(path))) return;
      await keep(cache, path, await bring(path));
    }),
  );
}

// spoken returns the languages whose sentences are in a cache of the site, including those of
// earlier versions.
async function spoken() {
  const found = [];
  for (const name of (await caches.keys()).filter((name) => name.startsWith(ours))) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const language = languages.get(url.slice(scope.length));
      if (language && url.startsWith(`${scope}text/`)) found.push(language);
    }
  }
  return found;
}
