/** Name of the service in `partition_offset`: the owner of the offsets in object.commands. */
export const CONSUMER = 'object-service';
