import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { repositoryRoot } from '../settings/repository-root.js';
import { classArchive } from './class-archive.js';
import { makeClassArchive } from './make-class-archive.js';

const POM = join(repositoryRoot, 'stack/broker/pom.xml');
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/** Whether the jars in pom.xml are already in the folder. */
export function hasBrokerJars(directory: string): boolean {
  const stamp = join(directory, 'resolved');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === pomDigest();
}

/** Whether the archive of their classes exists as well. */
export async function isBrokerPrepared(directory: string): Promise<boolean> {
  return hasBrokerJars(directory) && existsSync(await classArchive(directory));
}

/** Downloads the broker's jars (44 MB) into the folder with Maven and creates the archive of their classes, if they are missing. */
export async function fetchBrokerJars(directory: string): Promise<void> {
  if (!hasBrokerJars(directory)) await download(directory);
  if (!existsSync(await classArchive(directory))) await makeClassArchive(directory);
}

/** Downloads into a temporary folder, which gets its name once it is complete. */
async function download(directory: string): Promise<void> {
  const partial = `${directory}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await execa(
      'mvn',
      ['--quiet', '--batch-mode', '-f', POM, 'dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${partial}`],
      {
        timeout: DOWNLOAD_TIMEOUT_MS,
        all: true,
      },
    ).catch((error: { all?: string; shortMessage?: string }) => {
      const output = (error.all ?? '').split('\n').slice(-15).join('\n');
      throw new Error(
        `Maven could not fetch the broker (Apache Kafka) named in ${POM}. Is the package repository ` +
          `reachable?\n${output || error.shortMessage}`,
      );
    });
    writeFileSync(join(partial, 'resolved'), pomDigest());
    await rm(directory, { recursive: true, force: true });
    await rename(partial, directory);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

function pomDigest(): string {
  return createHash('sha256').update(readFileSync(POM)).digest('hex');
}
