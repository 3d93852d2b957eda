/**
 * Two things that only a service worker can do: say that the visitor is offline, and take files that a phone shares
 * with the installed page. It keeps the one page that says so, and these files until the page takes them. It never
 * touches requests of scripts or downloads. A new version replaces the page that was kept.
 */
const version = 'fileshare-1';
const offlinePage = '/offline.html';
/** Addresses that send files or data; everything else that a browser opens is the page. */
const untouched = /^\/(api|d)\//;

/**
 * Files from another app, until the page asks for them: browsers stop an idle worker while its visitor signs in, and
 * forget its variables.
 */
const sharedFiles = 'shared-files';
const keptMilliseconds = 24 * 60 * 60 * 1000;

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
  if (request.method === 'GET') {
    event.respondWith(open(request));
    event.waitUntil(forgetStaleFiles());
  }
  if (request.method === 'POST' && pathname === '/upload') event.respondWith(receive(request));
});

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (event.data === 'take-shared-files' && port) event.waitUntil(giveFiles(port));
});

async function keepOfflinePage() {
  const kept = await caches.open(version);
  await kept.add(new Request(offlinePage, { cache: 'reload' }));
}

async function forgetOldVersions() {
  const names = await caches.keys();
  const old = names.filter((name) => name !== version && name !== sharedFiles);
  await Promise.all(old.map((name) => caches.delete(name)));
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
  await keepFiles(form.getAll('files').filter((entry) => entry instanceof File));
  return Response.redirect('/upload?shared=1', 303);
}

/** Replaces those that were shared before. */
async function keepFiles(files) {
  await caches.delete(sharedFiles);
  const kept = await caches.open(sharedFiles);
  for (const [index, file] of files.entries()) {
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      'x-name': encodeURIComponent(file.name),
      'x-last-modified': String(file.lastModified),
      'x-kept': String(Date.now()),
    };
    await kept.put(`/${sharedFiles}/${index}`, new Response(file, { headers }));
  }
}

async function giveFiles(port) {
  const kept = await caches.open(sharedFiles);
  const responses = await kept.matchAll();
  port.postMessage(await Promise.all(responses.filter(isFresh).map(toFile)));
  await caches.delete(sharedFiles);
}

async function forgetStaleFiles() {
  if (!(await caches.has(sharedFiles))) return;
  const kept = await caches.open(sharedFiles);
  if (!(await kept.matchAll()).some(isFresh)) await caches.delete(sharedFiles);
}

function isFresh({ headers }) {
  return Date.now() - Number(headers.get('x-kept')) < keptMilliseconds;
}

async function toFile(response) {
  const { headers } = response;
  return new File([await response.blob()], decodeURIComponent(headers.get('x-name')), {
    type: headers.get('content-type'),
    lastModified: Number(headers.get('x-last-modified')),
  });
}
