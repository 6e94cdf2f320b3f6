import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(folder + file, 'utf8');
/** SHA-256 of each file that was copied from the npm package kafkajs 2.2.4, by its path in the copy. */
const upstream = new Map(
  read('upstream.sha256')
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(66), line.slice(0, 64)]),
);
const copied = readdirSync(`${folder}kafkajs`, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.slice(`${folder}kafkajs/`.length));

it('PROVENANCE.md names every file that differs from kafkajs 2.2.4, and no other', () => {
  const sum = (file: string): string =>
    createHash('sha256')
      .update(read(`kafkajs/${file}`))
      .digest('hex');
  const differing = copied.filter((file) => sum(file) !== upstream.get(file));
  const named = [...read('PROVENANCE.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file!);
  expect(named.sort()).toEqual(differing.sort());
});

it('has every file that was taken, with the licence and its copyright', () => {
  expect([...upstream.keys()].filter((file) => !copied.includes(file))).toEqual([]);
  expect(read('kafkajs/LICENSE')).toContain('Copyright (c) 2018 Túlio Ornelas');
});
