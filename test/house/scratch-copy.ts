import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PARTS = [
  'apps',
  'libs',
  'stack',
  'test/house',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'vitest.config.ts',
  'package.json',
  'tsconfig.json',
];

/** A file that a newcomer changes by hand: the lines to add, and the text that they stand before; without it, the file is new. */
export type Edit = readonly [file: string, before: string | undefined, added: string];

/** A copy of the sources in a folder of its own, with the edits, so that a test can show what they bring about. */
export class ScratchCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'waymark-scratch-'));

  /** @throws Error for an edit whose place the sources do not have */
  constructor(private readonly edits: readonly Edit[]) {
    for (const part of PARTS)
      cpSync(join(root, part), join(this.folder, part), {
        recursive: true,
        filter: (path) => !/\/(node_modules|dist|browser|pictures)$/.test(path),
      });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    for (const [file, before, added] of edits) {
      const path = join(this.folder, file);
      mkdirSync(dirname(path), { recursive: true });
      const text = before === undefined ? '' : readFileSync(path, 'utf8');
      if (before !== undefined && !text.includes(before)) throw new Error(`${file} has no “${before}”.`);
      writeFileSync(path, before === undefined ? added : text.replace(before, added + before));
    }
  }

  /** The files of the edits, each once. */
  get files(): string[] {
    return [...new Set(this.edits.map(([file]) => file))];
  }

  /** Runs a file of test/house, and test files of the sources, in the copy. @returns the exit code and all output */
  test(carried: string, ...more: readonly string[]): { status: number | null; output: string } {
    const name = `test/house/${carried}.test.ts`;
    cpSync(join(root, `test/house/${carried}.ts`), join(this.folder, name));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', name, ...more],
      { cwd: this.folder, encoding: 'utf8', env: { PATH: process.env.PATH, NO_COLOR: '1' } },
    );
    return { status, output: stdout + stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
