import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** All addresses of a host; empty when it has none or the lookup times out. */
export type HostLookup = (hostname: string) => Promise<LookupAddress[]>;

export interface HostLookupOptions {
  /** Milliseconds per lookup; half of them for the first query to a name server. */
  withinMs: number;
  /** Names of this machine, which are answered without a query; left out when receivers are on public addresses only. */
  hosts?: ReadonlyMap<string, readonly string[]>;
  /** Name servers as address:port; default: the system's. */
  servers?: readonly string[];
}

const TRIES = 2;

/**
 * Queries the name servers over sockets of this process (c-ares). `dns.lookup` blocks one of libuv's four threads: four names with
 * unresponsive servers would block every other lookup and all other work that needs a thread. Names are queried as written, without search
 * domains.
 */
export function createHostLookup({ withinMs, hosts, servers }: HostLookupOptions): HostLookup {
  const resolver = new Resolver({ timeout: Math.ceil(withinMs / 2), tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const withTimeout = async (addresses: Promise<string[]>, late: AbortSignal): Promise<string[]> => {
    const over = sleep(withinMs, [] as string[], { signal: late, ref: false }).catch(() => []);
    return Promise.race([addresses.catch(() => []), over]);
  };
  return async (hostname) => {
    const known = hosts?.get(hostname.toLowerCase());
    if (known !== undefined) return known.map(entry);
    const done = new AbortController();
    const found = await Promise.all([
      withTimeout(resolver.resolve4(hostname), done.signal),
      withTimeout(resolver.resolve6(hostname), done.signal),
    ]);
    done.abort();
    return found.flat().map(entry);
  };
}

const entry = (address: string): LookupAddress => ({ address, family: isIP(address) });
