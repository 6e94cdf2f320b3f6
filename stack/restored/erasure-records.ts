import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** An erased object in the record of erasures (`ErasureRecord` of the object service). */
export interface Erasure {
  externalId: string;
  workspace: string;
  revision: number;
  /** Time by the object service's clock; RFC 3339. */
  erasedAt: string;
}

/** A deleted workspace in the record of erasures. */
export interface Deletion {
  workspace: string;
  /** Time when the object service learned of the permanent deletion; RFC 3339. */
  deletedAt: string;
}

/** The lines of the record of erasures, oldest first; none if there is no such file. */
export async function* erasureRecords(file: string): AsyncGenerator<Erasure | Deletion> {
  if (!existsSync(file)) return;
  const handle = await open(file);
  for await (const line of handle.readLines()) {
    const record = parsed(line);
    if (record !== undefined) yield record;
  }
}

/** Parses a line; undefined for an incomplete one from a crash, whose erasure was not committed. */
function parsed(line: string): Erasure | Deletion | undefined {
  try {
    return JSON.parse(line) as Erasure | Deletion;
  } catch {
    return undefined;
  }
}
