import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repositoryRoot } from '#stack/settings/repository-root.js';

const COMPILER = '/usr/bin/cc';

/** If false, power cuts cannot be simulated here, and their tests are skipped. */
export const hasCompiler = process.platform === 'linux' && existsSync(COMPILER);

/** Compiles a file of `test/faults/world` into `folder`. @returns the path of the library, for LD_PRELOAD */
export function compileLibrary(source: string, folder: string): string {
  const library = join(folder, `${basename(source, '.c')}.so`);
  execFileSync(COMPILER, ['-shared', '-fPIC', '-O2', '-o', library, join(repositoryRoot, 'test/faults/world', source), '-ldl']);
  return library;
}
