const LOWEST = /(?:^|,)[ \t]*u=7[ \t]*(?:[,;]|$)/;

/** `Priority: u=7` (RFC 9218, 4.1): background work, to be served after everything else. */
export function isLowestPriority(header: string | string[] | undefined): boolean {
  return header !== undefined && LOWEST.test(typeof header === 'string' ? header : header.join(','));
}
