/** Of one rate: what a gateway was asked for lately, and which part of the rate it holds. */
export interface RateClaim {
  /** Calls or elements a second, refused ones included. */
  demand: number;
  /** 0…1; the share last sent to the gateway. */
  held: number;
}

/** This part of the rate is spread evenly whatever the demand, so that nobody starts with nothing. */
const EVEN_PART = 0.1;

/**
 * The part of a rate that a gateway may use: by demand, but no more than the others have left, but for its even part. All parts
 * together are at most 1, and at most 1 + `EVEN_PART` until the gateways that hold more than is due to them report next.
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
