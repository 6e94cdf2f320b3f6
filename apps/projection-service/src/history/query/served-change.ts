import type { ObjectChange } from '#object-rules/change.js';
import { narrowedLine } from '../../reading/narrowed-change.js';
import type { HistoryQuery } from './history-query.js';
import type { HistoryLine, Part } from './history-reader.js';

/** A change of the history, reduced to what the reader may see. */
export interface ServedChange {
  observedAt: string;
  revision: number;
  /** JSON. */
  line: string;
  change: Pick<ObjectChange, 'externalId' | 'revision' | 'observedAt' | 'receivedAt' | 'stale' | 'position' | 'fields'> & { type: string };
}

/** The matching changes; with a region, those with a position inside. */
export async function* servedChanges(
  parts: AsyncIterable<Part<HistoryLine>>,
  { region, narrowing }: HistoryQuery,
): AsyncGenerator<Part<ServedChange>> {
  for await (const { object, rows, end, isLast } of parts) {
    const served = rows.flatMap(({ observedAt, revision, line: whole }) => {
      const line = narrowedLine(whole, narrowing);
      const change = JSON.parse(line) as ServedChange['change'];
      const { position } = change;
      return region && !(position && region.holds(position)) ? [] : [{ observedAt, revision, line, change }];
    });
    yield { object, isLast, end, rows: served };
  }
}
