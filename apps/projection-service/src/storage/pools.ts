import type { Config } from '../configuration/config.js';

/** Connections for reads, to a replica if there is one. They are separate, so that many readers do not delay the projection. */
export const READ_POOL = Symbol('connections of reads');
/** For reads that must not go back in time from one page to the next: never a replica. The same as `READ_POOL` without a replica. */
export const FEED_POOL = Symbol('connections of the feed');
export const WRITE_POOL = Symbol('connections of the consumers');
export const UPKEEP_POOL = Symbol('connections of upkeep');
/** With a timeout for long statements: a recount of a large projection, or building the index of words. */
export const INDEX_POOL = Symbol('connections of indexing');

export const WRITE_CONNECTIONS = 2;

/** For `READ_POOL`, and for `FEED_POOL` if that is another one. */
export const readConnections = ({ databasePool }: Pick<Config, 'databasePool'>): number => Math.max(1, databasePool - WRITE_CONNECTIONS);
