import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readJsonFile, readOrCreateJsonFile, writeJsonFile } from '#stack/data-folder/json-file.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-json-'));
  file = join(folder, 'x.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('reads the written content, closed to others, and leaves no draft', () => {
  expect(readJsonFile(file)).toBeUndefined();
  writeJsonFile(file, { a: 1 });
  writeJsonFile(file, { a: 2 });
  expect(readJsonFile(file)).toEqual({ a: 2 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['x.json']);
});

it('makes a file once: a maker that comes second gets what the first one wrote', () => {
  const second = readOrCreateJsonFile(file, () => {
    writeJsonFile(file, { by: 'first' });
    return { by: 'second' };
  });
  expect(second).toEqual({ by: 'first' });
  expect(readOrCreateJsonFile(file, () => ({ by: 'third' }))).toEqual({ by: 'first' });
  expect(readdirSync(folder)).toEqual(['x.json']);
});

it('names the file that is not JSON', () => {
  writeFileSync(file, '{');
  expect(() => readJsonFile(file)).toThrow(`${file} is not JSON`);
});

it('leaves no draft of a file that cannot be written', () => {
  mkdirSync(join(file, 'in the way'), { recursive: true });
  expect(() => writeJsonFile(file, { a: 1 })).toThrow();
  expect(readdirSync(folder)).toEqual(['x.json']);
});
