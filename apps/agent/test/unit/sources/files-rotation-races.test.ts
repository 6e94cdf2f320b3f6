import { appendFileSync, copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Received } from '../../../src/reading/source.js';
import { Follower } from '../../../src/sources/files/follow.js';
import type { FilesOptions } from '../../../src/sources/files/options.js';
import { silent } from './source-bench.js';

/** Counts the calls that read the folder, and performs the next step of a rotation before the call at which it is due. */
const calls = vi.hoisted(() => ({ count: 0, due: [] as { at: number; step: () => void }[] }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const counted =
    <Parameters extends unknown[], Result>(call: (...given: Parameters) => Promise<Result>) =>
    async (...given: Parameters): Promise<Result> => {
      calls.count++;
      while (calls.due.length > 0 && calls.due[0]!.at <= calls.count) calls.due.shift()!.step();
      return await call(...given);
    };
  return {
    ...real,
    readdir: counted(real.readdir as (...given: unknown[]) => Promise<unknown>),
    stat: counted(real.stat),
    open: counted(real.open),
  };
});

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'waymark-races-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
/** Wide lines: a file is only recognised by its content from a certain size on, and parsing is what takes time. */
const lines = (from: number, to: number): string => Array.from({ length: to - from }, (_, n) => `${`${from + n}`.padStart(40)}\n`).join('');

/** The steps of a rotation that follows another: the content read is in track.ndjson.1 and track.ndjson. */
const rotations: Record<string, (() => void)[]> = {
  'rename and create': [
    () => renameSync(at('track.ndjson'), at('track.ndjson.1')),
    () => writeFileSync(at('track.ndjson'), lines(500, 700)),
  ],
  'rename of all and create': [
    () => renameSync(at('track.ndjson.1'), at('track.ndjson.2')),
    () => renameSync(at('track.ndjson'), at('track.ndjson.1')),
    () => writeFileSync(at('track.ndjson'), ''),
    () => appendFileSync(at('track.ndjson'), lines(500, 700)),
  ],
  'copy and truncate': [
    () => renameSync(at('track.ndjson.1'), at('track.ndjson.2')),
    () => writeFileSync(at('track.ndjson.1'), lines(200, 230)),
    () => copyFileSync(at('track.ndjson'), at('track.ndjson.1')),
    () => truncateSync(at('track.ndjson')),
    () => appendFileSync(at('track.ndjson'), lines(500, 700)),
  ],
};

/** Two files are read; one grows and is rotated during a look, step by step from the given call on. @returns everything that was read */
async function rotatedAt(
  names: string,
  steps: readonly (() => void)[],
  begin: number,
  apart: number,
): Promise<{ numbers: number[]; calls: number }> {
  rmSync(folder, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), 'waymark-races-'));
  const numbers: number[] = [];
  const options: FilesOptions = { folder, names, format: 'ndjson' };
  const deliver = (messages: readonly Received[]): Promise<void> => {
    for (const { document } of messages) numbers.push((document as { value: number }).value);
    return Promise.resolve();
  };
  const follower = new Follower(options, {
    name: 'test',
    log: silent,
    signal: new AbortController().signal,
    place: undefined,
    deliver,
    connected: () => undefined,
    disconnected: () => undefined,
    counted: () => undefined,
  });
  writeFileSync(at('track.ndjson'), lines(0, 200));
  await follower.look();
  renameSync(at('track.ndjson'), at('track.ndjson.1'));
  writeFileSync(at('track.ndjson'), lines(200, 400));
  await follower.look();
  appendFileSync(at('track.ndjson'), lines(400, 500));
  calls.count = 0;
  calls.due = steps.map((step, index) => ({ at: begin + index * apart, step }));
  await follower.look().catch(() => undefined);
  const seen = calls.count;
  for (const { step } of calls.due.splice(0)) step();
  for (let look = 0; look < 3; look++) await follower.look();
  return { numbers, calls: seen };
}

it.each(
  Object.keys(rotations).flatMap((rotation) =>
    ['track.ndjson', 'track.ndjson*'].flatMap((names) => [0, 1, 3, 12].map((apart) => ({ rotation, names, apart }))),
  ),
)(
  'A rotation by $rotation at any moment of a look at $names, its steps $apart calls apart, loses and repeats nothing',
  async ({ rotation, names, apart }) => {
    const wrong: Record<number, string> = {};
    // Includes the first steps before the look.
    const steps = rotations[rotation]!;
    for (let begin = 1 - steps.length * apart, last = 1; begin <= last; begin++) {
      const { numbers, calls: seen } = await rotatedAt(names, steps, begin, apart);
      last = Math.max(last, seen);
      const lost = 700 - new Set(numbers).size;
      if (lost > 0 || numbers.length !== 700 - lost) wrong[begin] = `${lost} lost, ${numbers.length - new Set(numbers).size} repeated`;
    }
    expect(wrong).toEqual({});
  },
);
