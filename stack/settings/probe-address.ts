const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** The URL on this machine of a service that listens on `host`. */
export function probeAddress(host = '127.0.0.1', port: string | number | undefined): string {
  return `http://${WILDCARDS[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
}
