import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logTail } from '#stack/processes/log-tail.js';
import { rotateLog } from '#stack/processes/rotate-log.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'waymark-log-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('puts a log that is too large aside and leaves others, and none, alone', () => {
  const file = join(folder, 'x.log');
  rotateLog(file, 10);
  writeFileSync(file, '0123456789');
  rotateLog(file, 10);
  expect(existsSync(`${file}.1`)).toBe(false);
  writeFileSync(file, '0123456789+');
  rotateLog(file, 10);
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('0123456789+');
});

it('reads the last lines of a log of any size', () => {
  const file = join(folder, 'x.log');
  expect(logTail(file)).toBe('');
  writeFileSync(file, Array.from({ length: 5000 }, (_, line) => `line ${line}\n`).join(''));
  expect(logTail(file, 2)).toBe('line 4998\nline 4999');
});
