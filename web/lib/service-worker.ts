/**
 * Registers the service worker, which says that the visitor is offline and takes files from other apps. The page works
 * without it: browsers have none on plain http.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Later, so that it takes nothing from the first view; browsers that keep no data refuse it.
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => null));
}

/** The files that another app has just shared with the installed page. Each can be taken once. */
export async function takeSharedFiles(): Promise<readonly File[]> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return [];
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(filesIn(data));
    worker.postMessage('take-shared-files', [port2]);
  });
}

function filesIn(data: unknown): File[] {
  return Array.isArray(data) ? data.filter((entry) => entry instanceof File) : [];
}
