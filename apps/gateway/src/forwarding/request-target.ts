const MAX_WAIT_S = 60;
const WAIT = /[?&]wait=(\d{1,9})(?:&|$)/;

/** How long the caller lets a long poll wait, in milliseconds (the parameter `wait`, in seconds). */
export function longPollMs(url: string): number {
  const seconds = WAIT.exec(url)?.[1];
  return seconds === undefined ? 0 : Math.min(Number(seconds), MAX_WAIT_S) * 1000;
}

/** Path and query of a request target, unchanged, also of one in absolute form (RFC 9112, 3.2.2). */
export function targetOf(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
}
