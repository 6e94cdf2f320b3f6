/** Most fields of one object, including cleared ones, whose times protect against late values. */
export const MAX_FIELDS = 512;

/**
 * UTF-16 units in the names and texts of all fields of one object. Far more than tracked things report; it keeps every state within a
 * record of `object.state` (6 MiB), however its characters are escaped.
 */
export const MAX_FIELDS_CHARACTERS = 262_144;

/** Maximum time by which a device's clock may be ahead of the gateway's; milliseconds. */
export const MAX_AHEAD_MS = 5 * 60 * 1000;
