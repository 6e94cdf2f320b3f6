/** Consumer name of the offsets in object.events, stored in `partition_offset`. */
export const CONSUMER = 'areas';
