/**
 * Allows the app to open without a network, by storing the last loaded page and its files. It stores no data of workspaces and handles no
 * API calls.
 */
interface WorkerScope extends EventTarget {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Extendable & { request: Request; respondWith(answer: Promise<Response>): void };

const worker = self as unknown as WorkerScope;
const CACHE = 'waymark-app-1';
const TIMEOUT_MS = 3000;
/** Enough for some versions of the app; the oldest files are removed first. */
const MAX_FILES = 300;
/** Map tiles that were shown, about 20 kB each. */
const TILES = 'waymark-tiles-1';
const MAX_TILES = 2000;
/** Tiles are counted only this often, because counting takes longer than storing one. */
const TILES_BETWEEN_COUNTS = 100;
let tilesKept = 0;

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => (event as Extendable).waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = bound(event as Fetching);
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/app/assets/')) respondWith(fromCache(request));
  else if (pathname.startsWith('/app/basemap/')) respondWith(tileFromCache(request));
  else if (pathname === '/app/' || pathname === '/app/settings.json' || /^\/app\/[\w-]+\.(svg|webmanifest)$/.test(pathname))
    respondWith(fromNetwork(request));
});

const bound = (event: Fetching): Pick<Fetching, 'request' | 'respondWith'> => ({
  request: event.request,
  respondWith: (answer) => event.respondWith(answer),
});

/** Files with a hash of their content in their name never change. */
async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known !== undefined) return known;
  const response = await fetch(request);
  if (response.ok) await keep(cache, request, response.clone());
  return response;
}

/** The address of a tile changes with its content; empty tiles (204) are stored as well. */
async function tileFromCache(request: Request): Promise<Response> {
  const cache = await caches.open(TILES);
  const known = await cache.match(request);
  if (known !== undefined) return known;
  const response = await fetch(request);
  if (response.ok)
    void cache.put(request, response.clone()).then(
      () => thinOut(cache),
      () => undefined,
    );
  return response;
}

async function thinOut(cache: Cache): Promise<void> {
  tilesKept += 1;
  if (tilesKept % TILES_BETWEEN_COUNTS !== 0) return;
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MAX_TILES)).map((old) => cache.delete(old)));
}

/** The answer from the network if it arrives soon, otherwise the last stored one. */
async function fromNetwork(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  try {
    const response = await fetch(request, known === undefined ? {} : { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) await keep(cache, request, response.clone());
    return response;
  } catch (error) {
    if (known !== undefined) return known;
    throw error;
  }
}

async function keep(cache: Cache, request: Request, response: Response): Promise<void> {
  await cache.put(request, response);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MAX_FILES)).map((old) => cache.delete(old)));
}
