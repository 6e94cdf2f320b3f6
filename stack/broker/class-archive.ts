import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';

/**
 * Where the broker's classes are kept as Java has them in memory (class data sharing): a start that maps them takes half the CPU. It
 * belongs to one version of Java and one folder of jars. An empty file: this Java cannot make one.
 */
export async function classArchive(jars: string): Promise<string> {
  const { all } = await execa('java', ['-version'], { all: true });
  return join(jars, `classes-${createHash('sha256').update(all).digest('hex').slice(0, 12)}.jsa`);
}

/** The options of Java that use the archive, if there is one. An archive that does not fit is left unused, without a word. */
export async function classArchiveOptions(jars: string): Promise<string[]> {
  const archive = await classArchive(jars);
  if (!existsSync(archive) || statSync(archive).size === 0) return [];
  return [`-XX:SharedArchiveFile=${archive}`, '-Xlog:cds=off', '-Xlog:cds+dynamic=off'];
}
