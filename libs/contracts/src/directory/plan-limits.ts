/**
 * The limits of a workspace; null: not limited. Rates apply to all gateways together, and a bucket holds `burstSeconds`
 * of its rate.
 */
export interface PlanLimits {
  /** Calls per calendar month (UTC). */
  callsPerMonth: number | null;
  /** For all tokens of the workspace together. */
  callsPerSecond: number | null;
  elementsPerSecond: number | null;
  /** For each token. */
  tokenCallsPerSecond: number | null;
  tokenElementsPerSecond: number | null;
  /** 1…3600. */
  burstSeconds: number;
  /** Applies if lower than the setting of the gateways. */
  elementsPerCall: number | null;
  bodyBytes: number | null;
  historyDays: number | null;
  webhooks: number | null;
  /** Objects that are not erased, including archived ones. */
  objects: number | null;
  /** Objects created per day (UTC), including objects created again after an erasure. */
  newObjectsPerDay: number | null;
  /** Quality of service: calls of `backlog` wait behind all others when a gateway is busy. */
  lane: 'standard' | 'backlog';
}

/** No limits: the plan of workspaces without an assigned one. */
export const UNLIMITED: PlanLimits = {
  callsPerMonth: null,
  callsPerSecond: null,
  elementsPerSecond: null,
  tokenCallsPerSecond: null,
  tokenElementsPerSecond: null,
  burstSeconds: 10,
  elementsPerCall: null,
  bodyBytes: null,
  historyDays: null,
  webhooks: null,
  objects: null,
  newObjectsPerDay: null,
  lane: 'standard',
};
