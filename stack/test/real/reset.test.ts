import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repositoryRoot } from '#stack/settings/repository-root.js';

const RESET = [process.execPath, join(repositoryRoot, 'stack/launch.mjs'), 'reset'];

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'waymark-reset-'));
  for (const folder of ['postgres', 'kafka', 'logs', 'run']) mkdirSync(join(data, folder));
  for (const file of ['secrets.json', 'postgres/table', 'notes.txt']) writeFileSync(join(data, file), '{}');
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const environment = () => ({ WAYMARK_DATA: data });
const there = (...names: string[]) => names.map((name) => existsSync(join(data, name)));

/** Answers on a pseudo-terminal from `script`; the answer is typed after the question. */
async function answered(answer: string): Promise<{ exitCode: number | undefined; output: string }> {
  const terminal = execa('script', ['--quiet', '--return', '--command', RESET.map((word) => `'${word}'`).join(' '), '/dev/null'], {
    env: environment(),
    reject: false,
    all: true,
    timeout: 60_000,
  });
  let output = '';
  terminal.all.on('data', (chunk: Buffer) => {
    const isPrompted = output.includes('[y/N]');
    output += chunk.toString();
    if (!isPrompted && output.includes('[y/N]')) terminal.stdin.write(answer);
  });
  const { exitCode } = await terminal;
  return { exitCode, output };
}

describe('npm run reset', () => {
  it.each(['n\n', '\n', 'yesterday\n', '\u0004', '\u0003'])('touches nothing when the answer is %j', async (answer) => {
    const { exitCode, output } = await answered(answer);
    expect(output).toContain(`Remove all objects, topics, logs, keys and tokens in ${data}? [y/N]`);
    expect(exitCode, output).not.toBe(0);
    expect(there('postgres/table', 'kafka', 'logs', 'secrets.json')).toEqual([true, true, true, true]);
  });

  it.each(['y\n', 'Yes\n'])('empties everything that is ours when the answer is %j', async (answer) => {
    const { exitCode, output } = await answered(answer);
    expect(exitCode, output).toBe(0);
    expect(output).toContain(`Everything in ${data} was removed`);
    expect(there('postgres', 'kafka', 'logs', 'run', 'secrets.json', 'notes.txt')).toEqual([false, false, false, false, false, true]);
  });

  it('refuses without a terminal to ask on, and names the option for yes', async () => {
    for (const stdin of ['ignore', 'pipe'] as const) {
      const refused = await execa(RESET[0]!, RESET.slice(1), {
        env: environment(),
        reject: false,
        all: true,
        stdin,
        ...(stdin === 'pipe' && { input: 'y\n' }),
      });
      expect(refused.exitCode).toBe(1);
      expect(refused.all).toContain('There is no terminal to ask on: say yes by npm run reset -- --yes');
      expect(there('postgres/table', 'secrets.json')).toEqual([true, true]);
    }
  });
});
