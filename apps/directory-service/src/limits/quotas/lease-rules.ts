import type { QuotaAccountReport } from '#contracts/directory/quota-report.js';

/** The booked part of a month's quota: at most `limit` in all, except for calls from before the limit existed. */
export interface MonthBook {
  /** Null: not limited; then nothing is leased. */
  limit: number | null;
  used: number;
  /** Held by all gateways, the dead included: granted, and not known to be used. */
  held: number;
  /** Of `held`: by gateways that are gone. It is never granted again, because it may have been used. */
  heldByDead: number;
  /** Counted as used when leases of the dead were removed. */
  unaccounted: number;
}

/** The share of a month that one life of a gateway has. */
export interface Lease {
  used: number;
  held: number;
}

export interface Settlement {
  month: Pick<MonthBook, 'used' | 'held'>;
  lease: Lease;
  granted: number;
  keep: number | null;
  /** The gateway has calls that wait, and what they wait for is in the leases of others. */
  starved: boolean;
}

/** How long a lease lasts at the present rate, when plenty is left: the directory may be away for that time. */
const LEASE_SECONDS = 600;
/** All gateways together lease at most a quarter of what is left at a time, so that leases shrink as the end comes near. */
const PARTS_OF_THE_REST = 4;

/**
 * Books the used and held amounts that a gateway reports, and grants more. Whatever the order of reports, grants and deaths:
 * used + held + unaccounted never exceeds the limit here, and a call is only admitted from what is held.
 */
export function settle(
  book: MonthBook,
  lease: Lease,
  report: QuotaAccountReport,
  about: { gateways: number; othersStarve: boolean },
): Settlement {
  const consumed = report.used - lease.used;
  // Never more than was granted: after the loss of a lease here, what the gateway believes to hold is not booked any more.
  const left = Math.max(0, Math.min(report.left, lease.held - consumed));
  const lost = report.left - left;
  const used = book.used + consumed;
  const heldByOthers = book.held - lease.held;
  if (book.limit === null)
    return { month: { used, held: heldByOthers }, lease: { used: report.used, held: 0 }, granted: 0, keep: null, starved: false };
  const free = Math.max(0, book.limit - used - book.unaccounted - heldByOthers - left);
  const size = leaseSize(free + left, report, about.gateways);
  // A gateway without waiting calls leaves the last ones to those that have some.
  const yields = about.othersStarve && report.waiting === 0;
  const granted = report.wanted && !yields ? Math.min(free, Math.max(0, size - left)) : 0;
  const held = left + granted;
  // The plan was made smaller: what is out beyond it is called back at once.
  const over = Math.max(0, used + book.unaccounted + heldByOthers + left - book.limit);
  return {
    month: { used, held: heldByOthers + held },
    lease: { used: report.used, held },
    granted: granted - lost,
    keep: over > 0 && left > 0 ? Math.max(0, left - over) : keepOf({ left: held, size, yields: yields && free === 0 }),
    starved: report.waiting > 0 && held === 0 && heldByOthers - book.heldByDead > 0,
  };
}

function leaseSize(available: number, { callsPerSecond, waiting }: QuotaAccountReport, gateways: number): number {
  const part = Math.floor(available / (PARTS_OF_THE_REST * gateways));
  const needed = Math.max(Math.ceil(callsPerSecond * LEASE_SECONDS), waiting);
  return Math.max(1, Math.min(needed, part));
}

/** Twice the size, so that a lease that is just right doesn't go back and forth. */
function keepOf({ left, size, yields }: { left: number; size: number; yields: boolean }): number | null {
  if (yields && left > 0) return 0;
  return left > 2 * size ? size : null;
}
