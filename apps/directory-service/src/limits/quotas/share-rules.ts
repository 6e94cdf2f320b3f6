/** A gateway's recent demand for one rate, and its present share. */
export interface RateClaim {
  /** Calls or elements per second, including refused ones. */
  demand: number;
  /** 0…1; the share last sent to the gateway. */
  held: number;
}

/** The part of the rate that is divided evenly, so that every gateway starts with something. */
const EVEN_PART = 0.1;

/**
 * The share of a rate for a gateway: by demand, but apart from its even part no more than the others have left. All shares together are at
 * most 1, and at most 1 + `EVEN_PART` until the next reports of gateways that have too much.
 */
export function shareOf(own: RateClaim, others: readonly RateClaim[]): number {
  const gateways = others.length + 1;
  const even = EVEN_PART / gateways;
  let demand = own.demand;
  let heldByOthers = 0;
  for (const other of others) {
    demand += other.demand;
    heldByOthers += other.held;
  }
  const due = demand > 0 ? even + (1 - EVEN_PART) * (own.demand / demand) : 1 / gateways;
  return Math.max(even, Math.min(due, 1 - heldByOthers));
}
