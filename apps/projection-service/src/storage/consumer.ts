/**
 * Name of the projection in `partition_offset`, for the partitions of the feed: those of object.events and, after them, those of
 * area.events.
 */
export const CONSUMER = 'projection';
