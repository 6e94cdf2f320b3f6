import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAppFiles } from '../../../src/app/files/app-files.js';
import { Basemap } from '../../../src/app/files/basemap.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-app-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const logged: string[] = [];
const basemapIn = (path: string) =>
  Basemap.in(path, { warn: (text: string) => logged.push(text), error: () => logged.push('error') } as never);
const script = Buffer.from('export const a = 1;\n'.repeat(100));

function build(): void {
  mkdirSync(join(folder, 'assets/deeper'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/app-0a1b.js'), script);
  writeFileSync(join(folder, 'assets/app-0a1b.js.br'), 'packed by brotli');
  writeFileSync(join(folder, 'assets/app-0a1b.js.gz'), 'packed by gzip');
  writeFileSync(join(folder, 'assets/app-0a1b.js.map'), '{}');
  writeFileSync(join(folder, 'assets/noise-0a1b.wasm'), randomBytes(1000));
  writeFileSync(join(folder, 'assets/sans-0a1b.woff2'), Buffer.alloc(1000));
  writeFileSync(join(folder, 'assets/deeper/x.js'), script);
  writeFileSync(join(folder, '.built-from'), 'stamp');
  symlinkSync('/etc/hostname', join(folder, 'assets/link.txt'));
}

describe('the files of the app', () => {
  it('are those of a build, by name, without source maps, folders, links and files of unknown types', async () => {
    build();
    const files = (await readAppFiles(folder))!;
    expect([...files.root.keys()]).toEqual(['index.html']);
    expect([...files.assets.keys()].sort()).toEqual(['app-0a1b.js', 'noise-0a1b.wasm', 'sans-0a1b.woff2']);
    expect(files.assets.get('app-0a1b.js')!.type).toBe('text/javascript; charset=utf-8');
    expect(files.assets.get('app-0a1b.js')!.etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  it('have exactly their own compressed versions', async () => {
    build();
    const { root, assets } = (await readAppFiles(folder))!;
    const { contents } = assets.get('app-0a1b.js')!;
    expect([contents.identity, String(contents.br), String(contents.gzip)]).toEqual([script, 'packed by brotli', 'packed by gzip']);
    for (const file of [root.get('index.html')!, assets.get('noise-0a1b.wasm')!, assets.get('sans-0a1b.woff2')!])
      expect(Object.keys(file.contents)).toEqual(['identity']);
  });

  it('are missing without a build, or without its page', async () => {
    expect(await readAppFiles(join(folder, 'absent'))).toBeUndefined();
    expect(await readAppFiles(folder)).toBeUndefined();
  });
});

describe('the basemap', () => {
  it('is there once it was built to its end, and has another hash when it was made of something else', async () => {
    mkdirSync(join(folder, '2/1'), { recursive: true });
    writeFileSync(join(folder, '2/1/3.mvt.gz'), 'tile');
    expect(basemapIn(folder)).toBeUndefined();
    writeFileSync(join(folder, '.built-from'), 'these sources');
    const first = basemapIn(folder)!;
    expect([first.hash, first.maxZoom]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), 2]);
    expect((await first.tile({ z: 2, x: 1, y: 3 }))!.toString()).toBe('tile');
    expect(await first.tile({ z: 2, x: 1, y: 2 })).toBeUndefined();
    writeFileSync(join(folder, '.built-from'), 'other sources');
    expect(basemapIn(folder)!.hash).not.toBe(first.hash);
    expect(basemapIn(join(folder, 'absent'))).toBeUndefined();
    expect(logged).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('npm run build')));
  });
});
