import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LogOutput } from '#telemetry/log-output.js';

/** The faults of the next writes; empty: they succeed. */
const faults: string[] = [];
const fail = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    write: (...args: [number, Buffer, number, number, null, (error: Error | null, bytes: number) => void]) => {
      const fault = faults.shift();
      if (fault === undefined) return fs.write(...args);
      // Like a disk with little space left.
      if (fault === 'part') return fs.write(args[0], args[1], args[2], 3, args[4], args[5]);
      args[5](fail(fault), 0);
    },
    writeSync: (fd: number, piece: Buffer) => {
      const fault = faults.shift();
      if (fault !== undefined) throw fail(fault);
      return fs.writeSync(fd, piece);
    },
  };
});

let folder: string;
let file: string;
let fd: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-log-'));
  file = join(folder, 'a.log');
  fd = openSync(file, 'a');
  faults.length = 0;
});
afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});
const lines = (): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1);

it('keeps lines while there is no room, and writes each whole and in order when there is', async () => {
  const output = new LogOutput(fd);
  faults.push('part', 'ENOSPC', 'ENOSPC');
  for (const line of ['first\n', 'second\n', 'third\n']) output.write(line);
  await expect.poll(lines).toEqual(['first', 'second', 'third']);
  expect(output.droppedLines).toBe(0);
});

it('drops lines that would take too much memory, counts them, and reports them once, at their place', async () => {
  const output = new LogOutput(fd, { waitingBytes: 10, report: (lost) => `${lost} lost\n` });
  faults.push('ENOSPC');
  for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n']) output.write(line);
  expect(output.droppedLines).toBe(2);
  await expect.poll(lines).toEqual(['one', 'two', 'three', '2 lost']);
  output.write('six\n');
  await expect.poll(lines).toEqual(['one', 'two', 'three', '2 lost', 'six']);
});

it('waits for a pipe with a slow reader, and gives up on one without a reader', async () => {
  const output = new LogOutput(fd);
  faults.push('EAGAIN');
  output.write('slow\n');
  await expect.poll(lines).toEqual(['slow']);
  faults.push('EPIPE');
  output.write('nobody\n');
  output.write('reads\n');
  await expect.poll(() => output.droppedLines).toBe(1);
  output.write('this\n');
  expect([output.droppedLines, lines()]).toEqual([2, ['slow']]);
});

it('writes waiting lines when the process ends, and does not wait for room', () => {
  const output = new LogOutput(fd);
  faults.push('ENOSPC');
  output.write('last words\n');
  faults.push('ENOSPC');
  output.flushSync();
  expect(lines()).toEqual([]);
  // A pipe with a slow reader.
  faults.push('EAGAIN');
  output.flushSync();
  expect(lines()).toEqual(['last words']);
});

it('keeps a process alive when its log has no room, and counts', async () => {
  const built = (name: string): string => new URL(`../../../../dist/libs/telemetry/src/${name}.js`, import.meta.url).href;
  const program = `
    import { createLogger } from '${built('logger')}';
    import { createMetrics } from '${built('metrics')}';
    const logger = createLogger({ service: 'full', instance: '1', level: 'info' });
    for (let line = 0; line < 3_000; line++) logger.info('x'.repeat(1_000));
    console.log('a library prints');
    process.stdout.write('and writes');
    logger.fatal('fatal');
    setTimeout(async () => process.send(await createMetrics('full').metrics(), () => process.exit(0)), 100);`;
  // Each write to /dev/full fails with ENOSPC.
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', full, full, 'ipc'] });
  closeSync(full);
  const metrics = new Promise<unknown>((resolve) => child.once('message', resolve));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code).toBe(0);
  const [, dropped] = /^waymark_log_lines_dropped_total\{service="full"\} (\d+)$/m.exec(String(await metrics)) ?? [];
  expect(Number(dropped)).toBeGreaterThan(1_500);
});
