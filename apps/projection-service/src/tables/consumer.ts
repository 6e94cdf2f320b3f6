/**
 * Name of the projection in `partition_offset`: of its partitions of the feed, which are those of object.events and,
 * behind them, those of area.events.
 */
export const CONSUMER = 'projection';
