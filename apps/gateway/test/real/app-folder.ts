import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const SCRIPT = `export const words = ${JSON.stringify('the quick brown fox '.repeat(200))};\n`;
export const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** A small app like a build's output, next to an unrelated file. @returns the value for APP_FOLDER */
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

/** The hash in the addresses of a basemap, from its stamp. */
export const basemapHash = (stamp: Buffer): string => createHash('sha256').update(stamp).digest('hex').slice(0, 16);

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The raw answer: follows no redirect, decompresses nothing, and sends the path exactly as given. */
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
