import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '#stack/processes/free-port.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { pmtilesFile } from '#testing/pmtiles-file.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { ask, basemapHash, ICON, SCRIPT, writeApp } from './app-folder.js';

let space: TestSpace;
let plain: RunningService;
let street: RunningService;
let hash: string;
const stamp = join(repositoryRoot, 'dist/basemap/.built-from');

beforeAll(async () => {
  space = await createTestSpace('map-app');
  const APP_FOLDER = writeApp(space.folder);
  plain = await startService('gateway', space.environment('gateway', { APP_FOLDER }));
  hash = basemapHash(readFileSync(stamp));
});
afterAll(async () => {
  await Promise.all([plain?.stop(), street?.stop()]);
  await space?.close();
});

const at = (path: string, headers?: Record<string, string>, method?: string, body?: string) => ask(plain.url, path, headers, method, body);
const json = (body: Buffer): Record<string, unknown> => JSON.parse(body.toString()) as Record<string, unknown>;

describe('the start page', () => {
  it.each(['/', '/app', '/?a=b'])('%s redirects to /app/, so that the part after # is kept', async (path) => {
    const { status, headers } = await at(path);
    expect([status, headers.location]).toEqual([302, '/app/']);
  });

  it('is the page, revalidated each time, with the policy', async () => {
    const { status, headers, body } = await at('/app/');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
    expect(body.toString()).toContain('<title>Waymark</title>');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; .*connect-src 'self'; .*frame-ancestors 'none'; report-uri \/app\/csp-reports; report-to csp$/,
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(self), geolocation=(self)',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect((await at('/app/', { 'if-none-match': headers.etag! })).status).toBe(304);
    expect((await at('/app/', { accept: 'application/json' })).status).toBe(406);
  });
});

describe('a file of the app', () => {
  it('is sent in the accepted coding, immutable, with the policy', async () => {
    const path = '/app/assets/app-0a1b.js';
    const [br, gz, plainly, refused] = await Promise.all(
      ['gzip, deflate, br', 'br;q=0, gzip', 'identity', 'br;q=0, gzip;q=0, identity;q=0'].map((coding) =>
        at(path, { 'accept-encoding': coding }),
      ),
    );
    expect([br!.headers['content-encoding'], brotliDecompressSync(br!.body).toString()]).toEqual(['br', SCRIPT]);
    expect([gz!.headers['content-encoding'], gunzipSync(gz!.body).toString()]).toEqual(['gzip', SCRIPT]);
    expect([plainly!.headers['content-encoding'], plainly!.body.toString()]).toEqual([undefined, SCRIPT]);
    expect(refused!.status).toBe(406);
    for (const { headers } of [br!, gz!, plainly!])
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        etag: br!.headers.etag,
      });
    expect(br!.headers['content-security-policy']).toContain("default-src 'none'");
    const known = await at(path, { 'if-none-match': br!.headers.etag!, 'accept-encoding': 'br' });
    expect([known.status, known.body.length, known.headers['cache-control']]).toEqual([304, 0, 'public, max-age=31536000, immutable']);
  });

  it('has a HEAD without a body', async () => {
    const { status, headers, body } = await at('/app/assets/app-0a1b.js', { 'accept-encoding': 'gzip' }, 'HEAD');
    expect([status, headers['content-encoding'], body.length]).toEqual([200, 'gzip', 0]);
    expect((await at('/app/', {}, 'HEAD')).status).toBe(200);
  });

  it.each([
    ['/app/worker.js', 'text/javascript; charset=utf-8', SCRIPT],
    ['/app/manifest.webmanifest', 'application/manifest+json', '{"name":"Waymark"}'],
    ['/app/icon.svg', 'image/svg+xml', ICON],
  ])('%s is revalidated each time', async (path, type, content) => {
    const { status, headers, body } = await at(path);
    expect([status, headers['content-type'], headers['cache-control'], body.toString()]).toEqual([200, type, 'no-cache', content]);
  });

  it('that is already compressed is sent unchanged', async () => {
    const { headers, body } = await at('/app/assets/sans-0a1b.woff2', { 'accept-encoding': 'br, gzip' });
    expect([headers['content-type'], headers['content-encoding'], headers.vary, body.length]).toEqual([
      'font/woff2',
      undefined,
      undefined,
      600,
    ]);
  });

  it.each([
    '/app/assets/app-0a1b.js.map',
    '/app/assets/none.js',
    '/app/none',
    '/app/../secret.txt',
    '/app/..%2fsecret.txt',
    '/app/%2e%2e/secret.txt',
    '/app/assets/..%2f..%2fsecret.txt',
    '/app/assets/../../secret.txt',
    '/app/assets/..%5c..%5csecret.txt',
    '/app/assets/%2fetc%2fpasswd',
    '/app//etc/passwd',
    '/app/assets//etc/passwd',
    '/app/assets/%00',
    '/app/.%00./secret.txt',
    '/app/__proto__',
    '/app/assets/constructor',
  ])('%s does not exist', async (path) => {
    const { status, headers, body } = await at(path);
    expect([status, headers['content-type']], body.toString()).toEqual([404, 'application/problem+json']);
    expect(body.toString()).not.toContain('not of the app');
  });

  it('with the name of another route is that route', async () => {
    expect((await at('/app/session')).status).toBe(405);
  });
});

describe('the basemap', () => {
  it('is in the settings of the app, with its hash', async () => {
    const { status, headers, body } = await at('/app/settings.json');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    const monaco = {
      name: 'monaco',
      tiles: expect.stringMatching(/^\/app\/basemap\/[0-9a-f]{16}\/\{z\}\/\{x\}\/\{y\}$/),
      schema: 'openmaptiles',
      minZoom: 9,
      maxZoom: 14,
      bounds: [7.383, 43.7, 7.4391, 43.7544],
      attribution: '© OpenStreetMap contributors',
    };
    expect(json(body)).toEqual({
      basemap: { tiles: `/app/basemap/${hash}/{z}/{x}/{y}`, maxZoom: 6 },
      streets: [monaco],
      streetMap: null,
      satellite: null,
      signIn: { password: true, provider: false },
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      embedding: false,
    });
  });

  it('has tiles with coast and countries, compressed or not, immutable', async () => {
    const path = `/app/basemap/${hash}/0/0/0`;
    const packed = await at(path, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const unpacked = await at(path);
    expect(unpacked.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(packed.body)).toEqual(unpacked.body);
    const { layers } = new VectorTile(new PbfReader(unpacked.body));
    expect(Object.keys(layers).length).toBeGreaterThan(1);
    expect(Object.values(layers).every((layer) => layer.length > 0)).toBe(true);
    expect((await at(path, { 'if-none-match': packed.headers.etag! })).status).toBe(304);
    expect((await at(path, { 'accept-encoding': 'identity;q=0, gzip;q=0' })).status).toBe(406);
    const head = await at(path, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  it('has empty tiles where nothing is, immutable as well', async () => {
    const inWater = await Promise.all(Array.from({ length: 64 }, (_, y) => at(`/app/basemap/${hash}/6/0/${y}`)));
    const empty = inWater.find(({ status }) => status === 204)!;
    expect([empty.body.length, empty.headers['cache-control']]).toEqual([0, 'public, max-age=31536000, immutable']);
  });

  it.each(['7/0/0', '0/1/0', '6/64/0', '-1/0/0', '1/0/01', '1/0/0.mvt', '1/0/%2e%2e', '..%2f..%2f/0/0', 'x/y/z', '1/0/1e0'])(
    'has no tile %s',
    async (place) => {
      const { status, body } = await at(`/app/basemap/${hash}/${place}`);
      expect([status, json(body).detail]).toEqual([404, expect.stringContaining('tile does not exist')]);
    },
  );

  it('of another build is gone, and the answer asks to reload the app', async () => {
    const { status, headers, body } = await at('/app/basemap/0123456789abcdef/0/0/0');
    expect([status, headers['cache-control'], json(body).detail]).toEqual([404, 'no-store', expect.stringContaining('reload the app')]);
  });
});

describe('street maps', () => {
  interface Streets {
    name: string;
    tiles: string;
  }
  const streets = async (): Promise<Streets[]> => json((await at('/app/settings.json')).body).streets as Streets[];
  const tileOf = (map: Streets, z: number, x: number, y: number): string =>
    map.tiles.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));

  it('come with Waymark: streets of Monaco, compressed or not, immutable, under the hash of the file', async () => {
    const [monaco] = await streets();
    const path = tileOf(monaco!, 14, 8529, 5974);
    const packed = await at(path, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const unpacked = await at(path);
    expect([unpacked.headers['content-encoding'], gunzipSync(packed.body).equals(unpacked.body)]).toEqual([undefined, true]);
    expect(new VectorTile(new PbfReader(unpacked.body)).layers.transportation!.length).toBeGreaterThan(50);
    const known = await at(path, { 'if-none-match': packed.headers.etag! });
    expect([known.status, known.body.length, known.headers['cache-control']]).toEqual([304, 0, 'public, max-age=31536000, immutable']);
    const outside = await at(tileOf(monaco!, 14, 0, 0));
    expect([outside.status, outside.headers['cache-control']]).toEqual([204, 'public, max-age=31536000, immutable']);
    for (const place of ['15/0/0', '14/16384/0', '14/0/..%2f..%2fsecret.txt'])
      expect((await at(monaco!.tiles.replace('{z}/{x}/{y}', place))).status, place).toBe(404);
  });

  it('are noticed when they are added to the folder, replaced or removed while the gateway runs', async () => {
    const folder = space.installation.streetsFolder;
    mkdirSync(folder, { recursive: true });
    const put = (word: string): void => {
      const bytes = pmtilesFile({
        tiles: [{ z: 8, x: 1, y: 2, bytes: gzipSync(word) }],
        metadata: { vector_layers: [{ id: 'roads' }] },
        bounds: [-179, 80, -170, 85],
      });
      writeFileSync(join(folder, 'yard.pmtiles.part'), bytes);
      renameSync(join(folder, 'yard.pmtiles.part'), join(folder, 'yard.pmtiles'));
    };
    const yard = async (): Promise<Streets | undefined> => (await streets()).find(({ name }) => name === 'yard');
    put('first');
    writeFileSync(join(folder, 'broken.pmtiles'), 'no archive');
    await expect
      .poll(yard)
      .toMatchObject({ schema: 'protomaps', bounds: [-179, 80, -170, 85], attribution: '© OpenStreetMap contributors' });
    const first = (await yard())!;
    expect((await at(tileOf(first, 8, 1, 2))).body.toString()).toBe('first');
    // The message may be from another scan of the folder, and log lines are written a moment later.
    await expect.poll(() => plain.log()).toContain('neither a PMTiles nor an MBTiles archive');
    put('second');
    await expect.poll(async () => (await yard())?.tiles).not.toBe(first.tiles);
    expect((await at(tileOf((await yard())!, 8, 1, 2))).body.toString()).toBe('second');
    expect((await at(tileOf(first, 8, 1, 2))).status).toBe(404);
    rmSync(join(folder, 'yard.pmtiles'));
    await expect.poll(yard).toBeUndefined();
  });
});

describe('a breach of the policy', () => {
  it('is accepted in the browsers’ formats, counted, and logged without addresses of pages', async () => {
    const report = JSON.stringify({
      'csp-report': {
        'effective-directive': 'img-src',
        'blocked-uri': 'https://evil.example/pixel?token=hush',
        'document-uri': 'https://track.example.com/app/?hush',
        'line-number': 12,
      },
    });
    expect((await at('/app/csp-reports', { 'content-type': 'application/csp-report' }, 'POST', report)).status).toBe(204);
    const reports = JSON.stringify([
      {
        type: 'csp-violation',
        url: 'https://track.example.com/?hush',
        body: { effectiveDirective: 'connect-src', blockedURL: 'https://evil.example/', lineNumber: 1 },
      },
    ]);
    for (let n = 0; n < 30; n++)
      expect((await at('/app/csp-reports', { 'content-type': 'application/reports+json' }, 'POST', reports)).status).toBe(204);
    const metrics = await (await fetch(`${plain.url}/metrics`)).text();
    expect(metrics).toMatch(/waymark_app_policy_breaches_total\{[^}]*directive="img-src"[^}]*\} 1\n/);
    expect(metrics).toMatch(/waymark_app_policy_breaches_total\{[^}]*directive="connect-src"[^}]*\} 30\n/);
    const logged = (): string[] =>
      plain
        .log()
        .split('\n')
        .filter((line) => line.includes('content security policy'));
    await expect.poll(() => logged().length).toBeGreaterThan(0);
    const lines = logged();
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines[0]).toContain('"directive":"img-src","blocked":"https://evil.example","line":12');
    expect(plain.log()).not.toContain('hush');
  });

  it.each([
    [415, 'text/plain', '{}'],
    [400, 'application/csp-report', '{'],
    [413, 'application/csp-report', JSON.stringify({ a: 'x'.repeat(17_000) })],
    [204, 'application/csp-report', '{}'],
  ])('is answered with %i when it is sent as %s', async (status, type, body) => {
    expect((await at('/app/csp-reports', { 'content-type': type }, 'POST', body)).status).toBe(status);
  });
});

describe('by setting', () => {
  let port: number;
  beforeAll(async () => {
    [port] = (await freePorts(1)) as [number];
  });
  const started = (overrides: Record<string, string>, options?: { awaitReady: boolean }) =>
    startService('gateway', space.environment('gateway', { INSTANCE_ID: 'street', PORT: String(port), ...overrides }), options);

  it('there is a street map that the policy allows, and a page that may embed the app', async () => {
    street = await started({
      APP_FOLDER: join(space.folder, 'app'),
      STREET_MAP_TILES: 'https://tiles.example.com/{z}/{x}/{y}.png',
      STREET_MAP_ATTRIBUTION: '© Somebody',
      STREET_MAP_MAX_ZOOM: '17',
      SATELLITE_TILES: 'https://photos.example.com/{z}/{x}/{y}.jpg',
      SATELLITE_ATTRIBUTION: '© Photos',
      APP_FRAME_ANCESTORS: 'https://intranet.example.com',
    });
    const { headers } = await ask(street.url, '/app/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("; img-src 'self' data: blob: https://tiles.example.com https://photos.example.com; ");
    expect(policy).toContain("; connect-src 'self' https://tiles.example.com https://photos.example.com; ");
    expect(policy).toContain('; frame-ancestors https://intranet.example.com; ');
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'; ");
    expect(json((await ask(street.url, '/app/settings.json')).body)).toMatchObject({
      streetMap: { tiles: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '© Somebody', maxZoom: 17 },
      satellite: { tiles: 'https://photos.example.com/{z}/{x}/{y}.jpg', attribution: '© Photos', maxZoom: 19 },
      embedding: true,
    });
    await street.stop();
  });

  it('a missing folder does not stop the gateway, which logs the command that creates it', async () => {
    street = await started({ APP_FOLDER: join(space.folder, 'nothing-here'), BASEMAP_FOLDER: join(space.folder, 'nothing-here') });
    for (const path of ['/app/', '/app/worker.js', '/app/assets/app-0a1b.js', `/app/basemap/${hash}/0/0/0`]) {
      const { status, body } = await ask(street.url, path);
      expect([status, json(body).detail]).toEqual([503, expect.stringContaining('npm run build')]);
    }
    expect(json((await ask(street.url, '/app/settings.json')).body)).toMatchObject({ basemap: null });
    expect((await fetch(`${street.url}/health/ready`)).status).toBe(200);
    expect((await ask(street.url, '/')).status).toBe(302);
    await street.stop();
  });

  it.each([
    [
      { STREET_MAP_TILES: 'https://tiles.example.com/{z}/{x}.png', APP_FRAME_ANCESTORS: '*' },
      /STREET_MAP_TILES: must have \{y\} in it[^]*APP_FRAME_ANCESTORS: must be a whole address|APP_FRAME_ANCESTORS: must be a whole address[^]*STREET_MAP_TILES: must have \{y\} in it/,
    ],
    [
      { STREET_MAP_TILES: 'https://tiles.example.com/{z}/{x}/{y}', STREET_MAP_STYLE: 'https://maps.example.com/' },
      /STREET_MAP_TILES: cannot be combined with STREET_MAP_STYLE/,
    ],
  ] as [Record<string, string>, RegExp][])('%j ends the gateway at its start', async (settings, words) => {
    street = await started(settings, { awaitReady: false });
    expect(await street.exited).toBe(1);
    await street.stop();
    expect(street.log()).toMatch(words);
  });
});
