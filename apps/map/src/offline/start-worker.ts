/**
 * Lets the service worker store the app for times without a network. Files loaded before it was active are requested again through it, from
 * the browser's cache.
 */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const first = navigator.serviceWorker.controller === null;
  await navigator.serviceWorker.register('/app/worker.js', { scope: '/app/' });
  if (!first) return;
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller === null)
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = loaded
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/app/assets/'))
    .map(({ pathname }) => pathname);
  await Promise.allSettled(['/app/', '/app/settings.json', '/app/icon.svg', ...new Set(own)].map((path) => fetch(path)));
}
