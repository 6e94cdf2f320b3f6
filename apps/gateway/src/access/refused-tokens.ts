import { Counter } from 'prom-client';
import type { Registry } from '#telemetry/metrics.js';

/** The reason by the verifier's message; anything else, such as missing claims, is `other`. */
const REASONS: Readonly<Record<string, string>> = {
  'The token has expired': 'expired',
  'The token is not valid yet': 'not-yet-valid',
  'The token was revoked': 'revoked',
  'The signature of the token is wrong': 'signature',
  'The key (kid) of the token is unknown': 'unknown-key',
  'The token does not name its key (kid)': 'unknown-key',
  'The token was issued for another audience': 'audience',
  'The token is from another issuer': 'issuer',
  'The token is not a signed JWT': 'malformed',
  'The Authorization header must be: Bearer <token>': 'malformed',
  'The Authorization header was sent twice': 'malformed',
};

/** Counts calls with refused tokens, by reason. The counts reveal guessed and stolen tokens, and clients with outdated ones. */
export function refusedTokens(registry: Registry): (reason: string) => void {
  const counter = new Counter({
    name: 'waymark_refused_tokens_total',
    help: 'Calls with a token that was refused, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of [...new Set(Object.values(REASONS)), 'other']) counter.inc({ reason }, 0);
  return (reason) => counter.inc({ reason: REASONS[reason] ?? 'other' });
}
