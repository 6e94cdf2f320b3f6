import type { Config } from '../config.js';

/** Connections of reads; to a replica where there is one. Readers have their own: a crowd of them must not hold up the projection. */
export const READ_POOL = Symbol('connections of reads');
/** What must not go back in time from one page to the next is read here: never a replica. `READ_POOL` where there is none. */
export const FEED_POOL = Symbol('connections of the feed');
export const WRITE_POOL = Symbol('connections of the consumers');
export const UPKEEP_POOL = Symbol('connections of upkeep');
/** With time for long statements: counting a large projection again, or making the index of words. */
export const INDEX_POOL = Symbol('connections of indexing');

export const WRITE_CONNECTIONS = 2;

/** Of `READ_POOL`, and of `FEED_POOL` where that is another. */
export const readConnections = ({ databasePool }: Pick<Config, 'databasePool'>): number => Math.max(1, databasePool - WRITE_CONNECTIONS);
