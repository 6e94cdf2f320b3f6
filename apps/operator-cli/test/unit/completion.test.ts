import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-completion-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function script(shell: string): Promise<string> {
  const { code, out } = await runCli(['completion', shell]);
  expect(code).toBe(0);
  const path = join(folder, shell);
  writeFileSync(path, out);
  return path;
}

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe('completion', () => {
  it.each([
    [['work'], ['workspace']],
    [
      ['workspace', 're'],
      ['rename', 'resume', 'restore'],
    ],
    [
      ['--json', 'workspace', 're'],
      ['rename', 'resume', 'restore'],
    ],
    [
      ['workspace', 'create', 'harbour', '--'],
      ['--name', '--plan', '--help', '--url', '--json'],
    ],
    [['token', 'create', '--id'], ['--id-prefix']],
    [['nothing', 'ke'], ['key']],
  ])('in bash, of %j', async (typed, expected) => {
    const path = await script('bash');
    const line =
      `source ${path}; COMP_WORDS=(waymark ${typed.join(' ')}); COMP_CWORD=${typed.length}; _waymark; ` +
      `printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(execFileSync('bash', ['--norc', '-c', line], { encoding: 'utf8' }).trim().split('\n')).toEqual(expected);
  });

  it.skipIf(!isThere('zsh'))('in zsh is a script that zsh can parse', async () => {
    execFileSync('zsh', ['-n', await script('zsh')]);
  });

  it.skipIf(!isThere('fish'))('in fish completes', async () => {
    const path = await script('fish');
    expect(
      execFileSync('fish', ['--no-config', '-c', `source ${path}; complete -C 'waymark workspace re'`], { encoding: 'utf8' })
        .split('\n')
        .map((line) => line.split('\t')[0])
        .filter(Boolean)
        .sort(),
    ).toEqual(['rename', 'restore', 'resume']);
  });

  it('for zsh and fish names every command', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { out } = await runCli(['completion', shell]);
      for (const word of ['workspace', 'suspend', 'id-prefix', 'doctor', 'password-link']) expect(out).toContain(word);
    }
  });
});
