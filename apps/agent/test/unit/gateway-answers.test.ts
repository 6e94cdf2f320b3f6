import { describe, expect, it } from 'vitest';
import { Random } from '#testing/workload/random.js';
import { pauseAfter, retryAfterMs } from '../../src/delivery/back-off.js';
import { CallSize } from '../../src/delivery/call-size.js';
import type { GatewayAnswer } from '../../src/delivery/gateway-client.js';
import { paceOf, rateLimitsOf } from '../../src/delivery/rate-limits.js';
import { verdictOf } from '../../src/delivery/verdict.js';

const answer = (status: number, body: unknown, headers: GatewayAnswer['headers'] = {}): GatewayAnswer => ({
  status,
  body,
  headers,
  roundTripMs: 1,
});
const NOW = Date.UTC(2026, 10, 23);

describe('pauses', () => {
  it('grow to a minute, spread over the whole range', () => {
    expect([1, 2, 3, 8, 100].map((failures) => pauseAfter(failures, 1))).toEqual([500, 1000, 2000, 60_000, 60_000]);
    expect(pauseAfter(8, 0)).toBe(6000);
  });

  it("follow Retry-After, in seconds or as a date of the gateway's clock", () => {
    expect([
      retryAfterMs('7', NOW),
      retryAfterMs(new Date(NOW + 9000).toUTCString(), NOW),
      retryAfterMs('soon', NOW),
      retryAfterMs(undefined, NOW),
      retryAfterMs('-3', NOW),
    ]).toEqual([7000, 9000, undefined, undefined, 0]);
  });
});

describe('limits', () => {
  it("are read in the gateway's format", () => {
    expect(
      rateLimitsOf(
        '"calls-per-month";r=90;t=600000, "elements-per-second";r=40;t=1',
        '"calls-per-month";q=1000;w=2592000, "elements-per-second";q=200;qu="elements";w=2',
      ),
    ).toEqual([
      { name: 'calls-per-month', ofElements: false, quota: 1000, windowSeconds: 2_592_000, left: 90, resetSeconds: 600_000 },
      { name: 'elements-per-second', ofElements: true, quota: 200, windowSeconds: 2, left: 40, resetSeconds: 1 },
    ]);
    expect(rateLimitsOf('"a";r=1;t=1', undefined)).toEqual([]);
  });

  it('set the pace: missing tokens are awaited, the backlog leaves half to others, a month is not awaited', () => {
    const elements = [{ name: 'e', ofElements: true, quota: 200, windowSeconds: 2, left: 40, resetSeconds: 1 }];
    expect(paceOf(elements, false, 100)).toEqual({ waitMs: 600, maxElements: 100 });
    expect(paceOf(elements, true, 1000)).toEqual({ waitMs: 1600, maxElements: 100 });
    expect(
      paceOf([{ name: 'm', ofElements: false, quota: 1000, windowSeconds: 2_592_000, left: 3, resetSeconds: 600_000 }], true, 1000),
    ).toEqual({ waitMs: 0, maxElements: 1000 });
  });
});

describe('the size of calls', () => {
  it("is the gateway's limit, for ten minutes, and smaller in the backlog while live calls are slow", () => {
    let now = 0;
    const size = new CallSize(1000, () => now);
    size.tooLarge(64);
    expect([size.live, size.backlog]).toEqual([64, 64]);
    for (let call = 0; call < 3; call++) size.liveTook(2000);
    expect([size.live, size.backlog]).toEqual([64, 8]);
    for (let call = 0; call < 20; call++) size.liveTook(10);
    now = 11 * 60_000;
    expect([size.live, size.backlog]).toEqual([1000, 1000]);
  });
});

describe('verdicts', () => {
  it.each([
    [
      'results',
      answer(207, {
        results: [
          { index: 0, status: 'created' },
          { index: 1, status: 'rejected', error: { code: 'invalid', detail: 'No.', pointer: '/1/a/b' } },
        ],
      }),
      { kind: 'known', rejected: [{ index: 1, code: 'invalid', detail: 'No.', pointer: '/a/b' }] },
    ],
    [
      'results of a call without any applied element',
      answer(403, {
        results: [
          { index: 0, status: 'rejected', error: { code: 'outside-token', detail: 'No.' } },
          { index: 1, status: 'rejected', error: { code: 'outside-token', detail: 'No.' } },
        ],
      }),
      {
        kind: 'known',
        rejected: [
          { index: 0, code: 'outside-token', detail: 'No.' },
          { index: 1, code: 'outside-token', detail: 'No.' },
        ],
      },
    ],
    [
      'results that leave an element out: it counts as refused',
      answer(200, { results: [{ index: 1, status: 'updated' }] }),
      { kind: 'known', rejected: [{ index: 0, code: 'no-outcome' }] },
    ],
    [
      'a call that is pending',
      answer(202, {}, { location: '/groups/a/operations/b' }),
      { kind: 'taken', location: '/groups/a/operations/b' },
    ],
    ['a location on another server', answer(202, {}, { location: 'https://elsewhere.example/' }), { kind: 'later', status: 202 }],
    [
      'a body that is too large',
      answer(413, { type: 'urn:waymark:problem:body-too-large', detail: 'Too large.' }),
      { kind: 'too-large', largest: undefined, code: 'body-too-large' },
    ],
    ['a plan with a lower limit', answer(422, { type: 'urn:waymark:problem:invalid', largest: 10 }), { kind: 'too-large', largest: 10 }],
    [
      'a faulty body',
      answer(400, { type: 'urn:waymark:problem:malformed-json', detail: 'Not JSON.' }),
      { kind: 'refused', code: 'malformed-json' },
    ],
    [
      'a faulty header, for which no element is to blame',
      answer(400, { type: 'urn:waymark:problem:invalid-header', detail: 'Bad.' }),
      { kind: 'later', status: 400 },
    ],
    ['a proxy', answer(403, undefined), { kind: 'no-entry' }],
    ['a 413 of a proxy', answer(413, undefined), { kind: 'too-large' }],
    [
      'a busy gateway',
      answer(503, { type: 'urn:waymark:problem:overloaded' }, { 'retry-after': '3' }),
      { kind: 'later', status: 503, afterMs: 3000 },
    ],
    ['a page of another server', answer(200, undefined), { kind: 'later', status: 200 }],
    ['a redirect', answer(302, undefined, { location: '/login' }), { kind: 'later', status: 302 }],
  ])('%s', (_what, given, expected) => {
    expect(verdictOf(given, 2, NOW)).toMatchObject(expected);
  });

  it('are reached for any answer, and no element counts as sent without a result', () => {
    const random = new Random(8);
    const statuses = [200, 202, 207, 301, 400, 401, 403, 404, 413, 422, 429, 500, 503];
    const junk: readonly unknown[] = [
      undefined,
      null,
      0,
      -1,
      1.5,
      NaN,
      '',
      'rejected',
      '/0/x',
      '\ud800',
      [],
      {},
      [null],
      true,
      'urn:waymark:problem:',
      1e308,
    ];
    const texts = [
      '',
      '1',
      '/x',
      '//',
      '"a";r=1;t=2',
      '"a";q=10;w=2',
      '"a";q=0;w=0',
      '"a";r=999999999999999;t=1;q=1;w=1',
      '"'.repeat(200),
      ';=,";r',
      'Wed, 21 Oct 2026 07:28:00 GMT',
      '\u0000',
    ];
    const any = (): unknown => random.pick(junk);
    const result = (): unknown =>
      random.chance(0.2)
        ? any()
        : {
            index: random.chance(0.8) ? random.integer(0, 3) : any(),
            status: random.pick(['rejected', 'updated', 'created', any()]),
            error: random.chance(0.5) ? any() : { code: any(), detail: any(), pointer: any() },
          };
    const body = (): unknown =>
      random.chance(0.1)
        ? any()
        : {
            results: random.chance(0.7) ? Array.from({ length: random.integer(0, 4) }, result) : any(),
            type: random.pick(['urn:waymark:problem:invalid', 'urn:waymark:problem:idempotency-key-reused', any()]),
            largest: any(),
            errors: any(),
            detail: any(),
            title: any(),
          };
    for (let run = 0; run < 100_000; run++) {
      const [status, given, elements] = [random.pick(statuses), body(), random.integer(1, 3)];
      const text = random.pick(texts);
      const verdict = verdictOf(answer(status, given, { location: text, 'retry-after': text }), elements, NOW);
      if (verdict.kind === 'known') {
        const refused = new Set(verdict.rejected.map(({ index }) => index));
        for (let index = 0; index < elements; index++) {
          const hasOutcome = (given as { results: { index?: unknown; status?: unknown }[] }).results.some(
            (each) => each?.index === index && typeof each.status === 'string' && each.status !== 'rejected',
          );
          if (!refused.has(index) && !hasOutcome) expect.fail(`${index} of ${JSON.stringify(given)}`);
        }
      }
      if (verdict.kind === 'later' && verdict.afterMs !== undefined && !(verdict.afterMs >= 0)) expect.fail(text);
      const { waitMs, maxElements } = paceOf(rateLimitsOf(text, random.pick(texts)), random.chance(0.5), 1000);
      if (!(waitMs >= 0 && waitMs <= 30_000 && maxElements >= 1)) expect.fail(text);
    }
  });
});
