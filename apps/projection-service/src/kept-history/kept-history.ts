import { DAY_MS } from '../tables/time-partitions.js';
import { type KeptDays, keptDays } from './history-of-plans.js';

type Directory = Parameters<typeof keptDays>[0];

/** From which receipt on history is shown, as RFC 3339: of objects of all types, and of those types that have days of their own. */
export interface ShownSince {
  all: string;
  ofTypes: { type: string; since: string }[];
}

/**
 * Which history is shown. Rows leave the tables some days after they have become too old (erasing/piece-retention.ts), or stay under a
 * legal hold; nobody sees them meanwhile but in the export of a held object.
 */
export class KeptHistory {
  constructor(
    private readonly directory: Directory,
    private readonly installationDays: number,
    private readonly clock: () => number = Date.now,
  ) {}

  shownSince(workspace: string): ShownSince {
    const { days, ofTypes }: KeptDays = keptDays(this.directory, workspace, this.installationDays);
    const since = (kept: number): string => new Date(this.clock() - kept * DAY_MS).toISOString();
    return { all: since(days), ofTypes: ofTypes.map((each) => ({ type: each.type, since: since(each.days) })) };
  }
}

/** Of an object of this type. */
export function sinceOf({ all, ofTypes }: ShownSince, type: string | null): string {
  return ofTypes.find((each) => each.type === type)?.since ?? all;
}
