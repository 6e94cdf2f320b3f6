import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installationCommands } from '#stack/operating/installation-commands.js';
import { runWaymark } from '../../../apps/operator-cli/src/program.js';

beforeEach(() => {
  vi.stubEnv('WAYMARK_KAFKA_PORT', '1');
  vi.stubEnv('KAFKA_BROKERS', '');
});
afterEach(() => vi.unstubAllEnvs());

async function run(line: string): Promise<{ code: number; out: string; err: string }> {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await runWaymark(
    line.split(' '),
    { environment: {}, stdin: Readable.from([]), out: (text) => void (ran.out += text), err: (text) => void (ran.err += text) },
    [installationCommands],
  );
  return ran;
}

it('shows what works by direct access together with the rest', async () => {
  const { out } = await run('--help');
  for (const command of ['workspace', 'dlq', 'lag']) expect(out).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  expect((await run('completion bash')).out).toContain('waymark dlq replay');
});

it.each(['dlq list', 'dlq list --brokers 127.0.0.1:1', 'dlq drop --all'])('%s says that no broker answers: 3', async (line) => {
  expect(await run(line)).toMatchObject({ code: 3, out: '', err: expect.stringMatching(/No broker answers at 127.0.0.1:1/) as string });
});

it.each(['dlq replay', 'dlq drop --all commands:1', 'dlq show'])('%s is wrong usage: 2', async (line) => {
  expect((await run(line)).code).toBe(2);
});
