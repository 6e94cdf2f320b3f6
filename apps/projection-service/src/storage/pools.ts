import type { Config } from '../configuration/config.js';

/** Connections for reads, to a replica if there is one; separate, so that many readers do not delay the projection. */
export const READ_POOL = Symbol('connections of reads');
/** Connections for reads that must not go back in time between pages, and so never to a replica. Without a replica, `READ_POOL`. */
export const FEED_POOL = Symbol('connections of the feed');
export const WRITE_POOL = Symbol('connections of the consumers');
export const UPKEEP_POOL = Symbol('connections of upkeep');
/** Connections with a long statement timeout, for recounts of a large projection and for building the index of words. */
export const INDEX_POOL = Symbol('connections of indexing');

export const WRITE_CONNECTIONS = 2;

/** Number of connections of `READ_POOL`, and of `FEED_POOL` if that is another one. */
export const readConnections = ({ databasePool }: Pick<Config, 'databasePool'>): number => Math.max(1, databasePool - WRITE_CONNECTIONS);
