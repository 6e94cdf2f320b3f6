import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';

/**
 * Path of the archive with the broker's classes in Java's memory format (class data sharing), with which a start needs half the CPU. It is
 * specific to a version of Java and a folder of jars. An empty file means that this Java cannot create one.
 */
export async function classArchive(jars: string): Promise<string> {
  const { all } = await execa('java', ['-version'], { all: true });
  return join(jars, `classes-${createHash('sha256').update(all).digest('hex').slice(0, 12)}.jsa`);
}

/** Java's options for using the archive, if there is one. Java silently ignores an archive that does not fit. */
export async function classArchiveOptions(jars: string): Promise<string[]> {
  const archive = await classArchive(jars);
  if (!existsSync(archive) || statSync(archive).size === 0) return [];
  return [`-XX:SharedArchiveFile=${archive}`, '-Xlog:cds=off', '-Xlog:cds+dynamic=off'];
}
