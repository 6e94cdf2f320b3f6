/** Whose places in object.events are stored, in `partition_offset`. */
export const CONSUMER = 'areas';
