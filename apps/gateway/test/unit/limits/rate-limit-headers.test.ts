import { expect, it } from 'vitest';
import { type LimitState, policyHeader, rateLimitHeader } from '../../../src/limits/rate-limit-headers.js';

type Item = { value: string; parameters: Record<string, number | string> };

/** A strict parser for lists of strings with integers and strings as parameters (RFC 9651, 4.2), the part that the draft needs. */
function parsed(field: string): Item[] {
  return field.split(/, */).map((member) => {
    const matched = /^"([\x20\x21\x23-\x5b\x5d-\x7e]*)"((?:;[a-z*][a-z0-9_.*-]*=(?:-?\d{1,15}|"[\x20\x21\x23-\x5b\x5d-\x7e]*"))*)$/.exec(
      member,
    );
    if (matched === null) throw new Error(`no list of strings: ${member}`);
    const parameters = [...matched[2]!.matchAll(/;([^=]+)=(?:(-?\d+)|"([^"]*)")/g)].map(
      ([, key, integer, text]) => [key!, integer === undefined ? text! : Number(integer)] as const,
    );
    return { value: matched[1]!, parameters: Object.fromEntries(parameters) };
  });
}

const states: LimitState[] = [
  { name: 'calls-per-month', quota: 10_000, windowSeconds: 2_592_000, left: 9000, leftForSeconds: 800_000 },
  { name: 'token-elements-per-second', quota: 500, windowSeconds: 10, left: 0, leftForSeconds: 1 },
];

it('are structured fields with the parameters of the draft', () => {
  expect(parsed(policyHeader(states))).toEqual([
    { value: 'calls-per-month', parameters: { q: 10_000, w: 2_592_000 } },
    { value: 'token-elements-per-second', parameters: { q: 500, qu: 'elements', w: 10 } },
  ]);
  expect(parsed(rateLimitHeader(states))).toEqual([
    { value: 'calls-per-month', parameters: { r: 9000, t: 800_000 } },
    { value: 'token-elements-per-second', parameters: { r: 0, t: 1 } },
  ]);
});

it('the parser of this test accepts nothing else', () => {
  for (const field of ['calls;r=1', '"a";r=1.5', '"a";R=1', '"a"; r=1,', '"a";r=1234567890123456', ''])
    expect(() => parsed(field), field).toThrow();
});
