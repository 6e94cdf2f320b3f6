/** A gateway that has not reported for this time no longer counts when rates are shared out. */
export const ALIVE_SECONDS = 5;

/** After this time without a report a gateway's leases count as unaccounted; should it come back, it holds them again. */
export const LEASE_LOST_SECONDS = 30;

/** Lives and leases that are silent for this time are removed, and what they held is booked as unaccounted for good. */
export const FORGOTTEN_HOURS = 26;

/** Stands for all lives that were removed, where something is still counted of them. */
export const FORGOTTEN_LIFE = '00000000-0000-0000-0000-000000000000';
