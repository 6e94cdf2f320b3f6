/** Time without a report after which a gateway gets no share of rates. */
export const ALIVE_SECONDS = 5;

/** Time without a report after which a gateway's leases count as unaccounted; if it comes back, it has them again. */
export const LEASE_LOST_SECONDS = 30;

/** Hours without a report after which a gateway's life and its leases are removed; the leases then stay unaccounted. */
export const FORGOTTEN_HOURS = 26;

/** The id under which the counts of all removed lives are added up. */
export const FORGOTTEN_LIFE = '00000000-0000-0000-0000-000000000000';
