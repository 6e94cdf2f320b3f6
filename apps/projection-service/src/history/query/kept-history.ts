import { DAY_MS } from '../../storage/time-partitions.js';
import { type KeptDays, keptDays } from '../pieces/history-of-plans.js';

type Directory = Parameters<typeof keptDays>[0];

/** The time of receipt from which history is visible, as RFC 3339: for all types, and for types with their own retention. */
export interface ShownSince {
  all: string;
  ofTypes: { type: string; since: string }[];
}

/**
 * Decides which history is visible. Rows that are too old are deleted some days later (pieces/piece-retention.ts), or stay under a legal
 * hold. Until they are deleted, only the export of a held object includes them.
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

/** For an object of this type. */
export function sinceOf({ all, ofTypes }: ShownSince, type: string | null): string {
  return ofTypes.find((each) => each.type === type)?.since ?? all;
}
