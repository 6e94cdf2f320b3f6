/** Milliseconds since the epoch, from a clock that never goes back. */
export type Clock = () => number;

export const steadyClock: Clock = () => performance.timeOrigin + performance.now();
