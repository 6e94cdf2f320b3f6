import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const SCRIPT = `export const words = ${JSON.stringify('the quick brown fox '.repeat(200))};\n`;
export const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** A small app as a build leaves one, beside a file that is none of it. @returns what APP_FOLDER is set to */
export function writeApp(within: string): string {
  const folder = join(within, 'app');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(within, 'secret.txt'), 'not of the app');
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>Waymark</title>${'<p>hello</p>'.repeat(50)}`);
  writeFileSync(join(folder, 'worker.js'), SCRIPT);
  writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"Waymark"}');
  writeFileSync(join(folder, 'icon.svg'), ICON);
  writeFileSync(join(folder, 'assets/app-0a1b.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/app-0a1b.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/app-0a1b.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets/app-0a1b.js.map'), '{}');
  writeFileSync(join(folder, 'assets/sans-0a1b.woff2'), Buffer.alloc(600));
  return folder;
}

/** The hash that the addresses of a basemap have, by its stamp. */
export const basemapHash = (stamp: Buffer): string => createHash('sha256').update(stamp).digest('hex').slice(0, 16);

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** As it came: no redirect is followed, nothing is unpacked, and the path is sent as it is written. */
export function ask(url: string, path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece)).on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces) }));
    });
    sent.on('error', reject).end(body);
  });
}
