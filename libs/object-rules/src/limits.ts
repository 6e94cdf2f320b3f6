/** Fields of one object, cleared ones included: they are held as long as their time guards against late values. */
export const MAX_FIELDS = 512;

/** How far a device's clock may be ahead of the gateway's; milliseconds (design 2). */
export const MAX_AHEAD_MS = 5 * 60 * 1000;
