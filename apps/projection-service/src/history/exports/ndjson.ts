import type { Part } from '../query/history-reader.js';
import type { ServedChange } from '../query/served-change.js';

/** One change per line, in the format of the history pages. */
export async function* ndjsonOf(parts: AsyncIterable<Part<ServedChange>>): AsyncGenerator<string> {
  for await (const { rows } of parts) if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('');
}
