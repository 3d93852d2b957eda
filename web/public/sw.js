/**
 * Two things that only a service worker can do: say that the visitor is offline, and take files that a phone shares
 * with the installed page. It keeps the one page that says so and nothing else, and never touches requests of scripts
 * or downloads. A new version replaces the page that was kept.
 */
const version = 'fileshare-1';
const offlinePage = '/offline.html';
/** Addresses that send files or data; everything else that a browser opens is the page. */
const untouched = /^\/(api|d)\//;

/** Files from another app, until the page asks for them. */
let shared = [];

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldVersions().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode !== 'navigate' || origin !== self.location.origin || untouched.test(pathname)) return;
  if (request.method === 'GET') event.respondWith(open(request));
  if (request.method === 'POST' && pathname === '/upload') event.respondWith(receive(request));
});

self.addEventListener('message', ({ data, ports: [port] }) => {
  if (data !== 'take-shared-files' || !port) return;
  port.postMessage(shared);
  shared = [];
});

async function keepOfflinePage() {
  const kept = await caches.open(version);
  await kept.add(new Request(offlinePage, { cache: 'reload' }));
}

async function forgetOldVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== version).map((name) => caches.delete(name)));
}

async function open(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(offlinePage)) ?? Response.error();
  }
}

/** Nothing is sent: the page shows the files, and its visitor decides. */
async function receive(request) {
  const form = await request.formData();
  shared = form.getAll('files').filter((entry) => entry instanceof File);
  return Response.redirect('/upload?shared=1', 303);
}
