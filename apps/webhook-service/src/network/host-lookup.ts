import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** All addresses of a host; none: it has none, or that can't be learnt in time. */
export type HostLookup = (hostname: string) => Promise<LookupAddress[]>;

export interface HostLookupOptions {
  /** Milliseconds, of one look-up; half of them for the first question to a name server. */
  withinMs: number;
  /** Names of this machine, which are not asked for; left out where receivers are on public addresses only. */
  hosts?: ReadonlyMap<string, readonly string[]>;
  /** Name servers as address:port; those of the system when left out. */
  servers?: readonly string[];
}

const TRIES = 2;

/**
 * Asks the name servers by sockets of this process (c-ares). `dns.lookup` waits in a thread of libuv, and there are four of them:
 * as many names whose servers do not answer would hold up every other look-up, and all else that needs a thread. Names are asked for
 * as they are written: search domains are not tried.
 */
export function createHostLookup({ withinMs, hosts, servers }: HostLookupOptions): HostLookup {
  const resolver = new Resolver({ timeout: Math.ceil(withinMs / 2), tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const asked = async (addresses: Promise<string[]>, late: AbortSignal): Promise<string[]> => {
    const over = sleep(withinMs, [] as string[], { signal: late, ref: false }).catch(() => []);
    return Promise.race([addresses.catch(() => []), over]);
  };
  return async (hostname) => {
    const known = hosts?.get(hostname.toLowerCase());
    if (known !== undefined) return known.map(entry);
    const done = new AbortController();
    const found = await Promise.all([asked(resolver.resolve4(hostname), done.signal), asked(resolver.resolve6(hostname), done.signal)]);
    done.abort();
    return found.flat().map(entry);
  };
}

const entry = (address: string): LookupAddress => ({ address, family: isIP(address) });
