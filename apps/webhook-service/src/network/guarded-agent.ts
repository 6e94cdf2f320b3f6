import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressRules } from './address-rules.js';
import type { HostLookup } from './host-lookup.js';

/** The host has no allowed address. The owner of a webhook must not learn whether it has other addresses. */
export class NoAddressError extends Error {
  override readonly name = 'NoAddressError';
}

export interface GuardOptions {
  addresses: AddressRules;
  connectTimeoutMs: number;
  answerTimeoutMs: number;
  /** Limit per receiver. */
  connections: number;
  lookup: HostLookup;
}

const KEEP_ALIVE_MS = 4_000;
const MAX_HEADER_BYTES = 16_384;

/**
 * Connections to receivers. Each connection looks the host up and uses exactly that answer, so a name that resolves differently a moment
 * later (DNS rebinding) has no effect; one refused address among several refuses them all. undici's `request` does not follow redirects.
 */
export function createGuardedAgent(options: GuardOptions): Agent {
  const { addresses, connectTimeoutMs, answerTimeoutMs, connections } = options;
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: guardedLookup(options) });
  return new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: (target, done) => {
      // An address in the URL is never looked up.
      const bare = target.hostname.replace(/^\[|\]$/g, '');
      if (isIP(bare) !== 0 && !addresses.allows(bare)) return done(new NoAddressError('refused'), null);
      connect(target, (...[error, socket]) => {
        if (error !== null) return done(error, null);
        if (socket.remoteAddress !== undefined && addresses.allows(socket.remoteAddress)) return done(null, socket);
        socket.destroy();
        done(new NoAddressError('refused'), null);
      });
    },
  });
}

function guardedLookup({ addresses, lookup }: GuardOptions): LookupFunction {
  return (hostname, options, done) => {
    void lookup(hostname).then((found) => {
      if (found.length === 0 || !found.every(({ address }) => addresses.allows(address))) return done(new NoAddressError('no address'), []);
      if (options.all === true) return done(null, found);
      done(null, found[0]!.address, found[0]!.family);
    });
  };
}
