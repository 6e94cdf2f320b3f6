import type { QuotaAccountReport } from '#contracts/directory/quota-report.js';

/** The booked part of a month's quota: at most `limit` in total, except for calls from before the limit existed. */
export interface MonthBook {
  /** Null if not limited; then nothing is leased. */
  limit: number | null;
  used: number;
  /** Granted to gateways, including lost ones, and not known to be used. */
  held: number;
  /** The part of `held` of lost gateways. It is never granted again, since it may have been used. */
  heldByDead: number;
  /** Leases of lost gateways that count as used since they were removed. */
  unaccounted: number;
}

/** The part of a month's quota that one life of a gateway has. */
export interface Lease {
  used: number;
  held: number;
}

export interface Settlement {
  month: Pick<MonthBook, 'used' | 'held'>;
  lease: Lease;
  granted: number;
  keep: number | null;
  /** Whether calls wait at this gateway while other gateways have leased the rest of the quota. */
  starved: boolean;
}

/** How long a lease lasts at the present rate if enough is left: the directory may be down for that time. */
const LEASE_SECONDS = 600;
/** Gateways together lease at most a quarter of the rest at a time, so that leases become smaller towards the end. */
const PARTS_OF_THE_REST = 4;

/**
 * Books the used and held amounts in a gateway's report, and grants more. In any order of reports, grants and lost gateways,
 * used + held + unaccounted never exceeds the limit, and calls are only admitted from held amounts.
 */
export function settle(
  book: MonthBook,
  lease: Lease,
  report: QuotaAccountReport,
  about: { gateways: number; othersStarve: boolean },
): Settlement {
  const consumed = report.used - lease.used;
  // Never more than was granted: if a lease is lost here, the gateway may report more than is still booked.
  const left = Math.max(0, Math.min(report.left, lease.held - consumed));
  const lost = report.left - left;
  const used = book.used + consumed;
  const heldByOthers = book.held - lease.held;
  if (book.limit === null)
    return { month: { used, held: heldByOthers }, lease: { used: report.used, held: 0 }, granted: 0, keep: null, starved: false };
  const free = Math.max(0, book.limit - used - book.unaccounted - heldByOthers - left);
  const size = leaseSize(free + left, report, about.gateways);
  // A gateway without waiting calls leaves the last part of the quota to gateways with waiting calls.
  const yields = about.othersStarve && report.waiting === 0;
  const granted = report.wanted && !yields ? Math.min(free, Math.max(0, size - left)) : 0;
  const held = left + granted;
  // If the plan has become smaller, the excess is taken back at once.
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

/** The amount to keep: up to twice the size, so that a lease is not returned and granted again and again. */
function keepOf({ left, size, yields }: { left: number; size: number; yields: boolean }): number | null {
  if (yields && left > 0) return 0;
  return left > 2 * size ? size : null;
}
