import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCompatible } from './compatibility.js';

/** The contracts that differ from the published ones, by kind of difference. */
export interface Publication {
  added: string[];
  /** They promise more than is published; only `renew` publishes that. */
  grown: string[];
  /** Promise something else: never written. */
  broken: string[];
}

/**
 * Writes new contracts. A published one is overwritten only by a compatible one, and only with
 * `renew`: from then on the test covers the additions, too.
 */
export async function publishAnswers(folder: string, present: ReadonlyMap<string, object>, { renew = false } = {}): Promise<Publication> {
  const became: Publication = { added: [], grown: [], broken: [] };
  await mkdir(folder, { recursive: true });
  for (const [name, schema] of present) {
    const path = join(folder, `${name}.json`);
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    const published = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (published === text) continue;
    const kind = published === undefined ? 'added' : isCompatible(JSON.parse(published) as object, schema) ? 'grown' : 'broken';
    became[kind].push(name);
    if (kind === 'added' || (kind === 'grown' && renew)) await writeFile(path, text);
  }
  return became;
}
