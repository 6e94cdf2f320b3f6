import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import type { Mutation } from './mutation.js';

const COPIED = [
  'apps',
  'libs',
  'stack',
  'test',
  'bench',
  'package.json',
  'package-lock.json',
  'nest-cli.json',
  'tsconfig.json',
  '.swcrc',
  'vitest.config.ts',
];
const LINKED = ['examples', 'node_modules'];

/** The planted text no longer fits the source: the fault must be rewritten. */
export class MisfitError extends Error {
  override readonly name = 'MisfitError';
}

/** The source with the fault in it. */
export function plant(mutation: Mutation, source: string): string {
  return [mutation, ...(mutation.also ?? [])].reduce((text, { search, replace }) => {
    // Where lines are broken does not matter.
    const words = search.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(words.join('\\s+'), 'g');
    const times = text.match(pattern)?.length ?? 0;
    if (times !== 1)
      throw new MisfitError(`${mutation.file} has ${JSON.stringify(search)} ${times} times; it must stand there exactly once.`);
    return text.replace(pattern, () => replace);
  }, source);
}

/** A copy of the sources in a temporary folder, so that no fault is ever planted in the checkout itself. */
export class WorkingCopy {
  private constructor(readonly directory: string) {}

  static async make(): Promise<WorkingCopy> {
    const copy = new WorkingCopy(await mkdtemp(join(tmpdir(), 'waymark-mutations-')));
    for (const name of COPIED) await cp(join(repositoryRoot, name), join(copy.directory, name), { recursive: true });
    for (const name of LINKED) await symlink(join(repositoryRoot, name), join(copy.directory, name));
    await mkdir(join(copy.directory, '.waymark'));
    await symlink(join(repositoryRoot, '.waymark/kafka-jars'), join(copy.directory, '.waymark/kafka-jars'));
    await copy.build([]);
    return copy;
  }

  /** Plants the fault, builds it, and lets the work run; the sources are whole again after. */
  async with<T>(mutation: Mutation, work: () => Promise<T>): Promise<T> {
    const path = join(this.directory, mutation.file);
    const source = await readFile(path, 'utf8');
    const planted = plant(mutation, source);
    try {
      await writeFile(path, planted);
      await this.build([mutation.file]);
      return await work();
    } finally {
      await writeFile(path, source);
      await this.build([mutation.file]);
    }
  }

  /** All sources, or one file. */
  private async build(files: readonly string[]): Promise<void> {
    const options = { cwd: this.directory, preferLocal: true };
    if (files.length === 0) await execa('npm', ['run', 'build'], options);
    else await execa('swc', [...files, '--out-dir', 'dist', '--config-file', '.swcrc', '--quiet', '--extensions', '.ts'], options);
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}
