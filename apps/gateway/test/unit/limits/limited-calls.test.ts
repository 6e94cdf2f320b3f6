import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type PlanLimits, UNLIMITED } from '#contracts/directory/plan-limits.js';
import type { QuotaAnswer } from '#contracts/directory/quota-report.js';
import { Problem } from '#problems/problem.js';
import { createMetrics } from '#telemetry/metrics.js';
import { BacklogLane } from '../../../src/limits/backlog-lane.js';
import { LimitLedger } from '../../../src/limits/limit-ledger.js';
import { type CallFrame, LimitedCall, type LimitKeepers } from '../../../src/limits/limited-call.js';
import { LimitsMetrics } from '../../../src/limits/limits-metrics.js';

const END_OF_NOVEMBER = Date.UTC(2026, 11, 1);

let now: number;
let plan: PlanLimits;
let ledger: LimitLedger;
let keepers: LimitKeepers;
let away: boolean;
beforeEach(() => {
  now = END_OF_NOVEMBER - 3_600_000;
  away = false;
  ledger = new LimitLedger({ limitsOf: () => plan, workspace: () => ({ plan: 'tested' }) });
  const lane = new BacklogLane({ calls: 10, callsOfWorkspace: 10, bytes: 1e6, ms: 200 });
  keepers = {
    ledger,
    lane,
    metrics: new LimitsMetrics(createMetrics('test'), { ledger, lane }),
    clock: () => now,
    leaseWaitMs: 500,
    askSoon: vi.fn(),
    directoryAway: () => away,
    isBusy: () => false,
  };
});

const limitedTo = (limits: Partial<PlanLimits>): void => void (plan = { ...UNLIMITED, ...limits });
const begin = (more: Partial<CallFrame> = {}): LimitedCall =>
  new LimitedCall(keepers, ledger.workspace('w', now), {
    tokenId: 't',
    subject: 's',
    backlog: false,
    bytes: 0,
    gone: () => new AbortController().signal,
    refusalByNow: () => undefined,
    ...more,
  });

/** The result of a call: the problem's type with the limit, or `in` if it was admitted. */
async function outcome(call: LimitedCall, elements?: number): Promise<string> {
  const refusal = await call.enter();
  if (refusal !== undefined) return `${refusal.type} ${String(refusal.extras.members?.limit)}`;
  if (elements === undefined) return 'in';
  try {
    await call.takeElements(elements, 100);
    return 'in';
  } catch (error) {
    return `${(error as Problem).type} ${String((error as Problem).extras.members?.limit)}`;
  }
}

/** A minimal directory: grants everything that is left. */
function report(quota: number | null, more: Partial<QuotaAnswer> = {}): void {
  const accounts = ledger.accountReports(now, { ends: false, reachable: true });
  ledger.apply(
    {
      now,
      gateways: 1,
      nextInMs: 1000,
      shares: {},
      ...more,
      accounts: accounts.map(({ workspace, month, used, left }) => ({
        workspace,
        month,
        granted: (quota ?? used) - used - left,
        keep: null,
        limit: quota,
        used,
        leased: quota === null ? 0 : quota - used,
      })),
    },
    false,
    now,
  );
}

describe('calls a second', () => {
  it('are limited by workspace and by token, and answers say what is used and left, and when to try again', async () => {
    limitedTo({ callsPerSecond: 3, tokenCallsPerSecond: 2, burstSeconds: 1 });
    expect([
      await outcome(begin()),
      await outcome(begin()),
      await outcome(begin()),
      await outcome(begin({ tokenId: 'u' })),
      await outcome(begin({ tokenId: 'u' })),
    ]).toEqual(['in', 'in', 'rate-limited token-calls-per-second', 'in', 'rate-limited calls-per-second']);
    const refusal = (await begin().enter()) as Problem;
    expect(refusal.status).toBe(429);
    expect(refusal.extras.members).toMatchObject({
      quota: 2,
      windowSeconds: 1,
      used: 2,
      left: 0,
      applied: 0,
      'violated-policies': ['token-calls-per-second'],
    });
    expect(refusal.extras.headers).toEqual({ 'retry-after': '1' });
    expect(refusal.detail).toMatch(/Nothing of this call was applied/);
    now += 1000;
    expect(await outcome(begin())).toBe('in');
  });

  it('never exceed the bucket and the rate, in any order of calls and pauses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(400), { maxLength: 100 }),
        async (rate, burst, pauses) => {
          limitedTo({ callsPerSecond: rate, burstSeconds: burst });
          const started = now;
          let accepted = 0;
          for (const pause of pauses) {
            now += pause;
            if ((await outcome(begin())) === 'in') accepted += 1;
            expect(accepted).toBeLessThanOrEqual(rate * burst + (rate * (now - started)) / 1000 + 1e-6);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('follow a change of the plan at once', async () => {
    limitedTo({ callsPerSecond: 1, burstSeconds: 1 });
    expect([await outcome(begin()), await outcome(begin())]).toEqual(['in', 'rate-limited calls-per-second']);
    limitedTo({ callsPerSecond: 2, burstSeconds: 1 });
    expect([await outcome(begin()), await outcome(begin()), await outcome(begin())]).toEqual(['in', 'in', 'rate-limited calls-per-second']);
  });
});

describe('elements', () => {
  it('of a call are admitted all or none; a refused call does not count', async () => {
    limitedTo({ elementsPerSecond: 10, burstSeconds: 1, callsPerMonth: 100, callsPerSecond: 3 });
    await ledgerWithLease(100);
    expect(await outcome(begin(), 8)).toBe('in');
    expect(await outcome(begin(), 3)).toBe('rate-limited elements-per-second');
    expect(await outcome(begin(), 2)).toBe('in');
    now += 1000;
    expect(ledger.accountReports(now, { ends: false, reachable: true })).toMatchObject([{ used: 3, elements: 10 }]);
  });

  it('of a call that can never fit are refused with the size that fits', async () => {
    limitedTo({ elementsPerSecond: 10, burstSeconds: 2 });
    const call = begin();
    await call.enter();
    const refusal = await call.takeElements(21, 100).catch((error: unknown) => error as Problem);
    expect(refusal).toMatchObject({ type: 'invalid', extras: { members: { largest: 20, limit: 'elements-per-second' } } });
  });

  it('and bytes have the limits of the plan, each named', async () => {
    limitedTo({ elementsPerCall: 5, bodyBytes: 1024 });
    expect(await begin({ bytes: 1025 }).enter()).toMatchObject({
      type: 'body-too-large',
      extras: { members: { plan: 'tested', limit: 'bodyBytes', largest: 1024 } },
    });
    expect(() => begin().checkElements(6)).toThrow(/plan tested allows at most 5 per call \(elementsPerCall\)/);
    begin().checkElements(5);
  });
});

async function ledgerWithLease(quota: number): Promise<void> {
  const first = begin().enter();
  report(quota);
  await first;
}

describe('the monthly quota', () => {
  it('waits for a grant, is used to its end, and then refuses until the next month', async () => {
    limitedTo({ callsPerMonth: 3 });
    const waiting = [begin().enter(), begin().enter()];
    expect(keepers.askSoon).toHaveBeenCalled();
    report(3);
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
    expect(await outcome(begin())).toBe('in');
    const last = begin().enter();
    report(3);
    const refusal = (await last) as Problem;
    expect(refusal.extras).toMatchObject({
      headers: { 'retry-after': '3600' },
      members: { limit: 'calls-per-month', quota: 3, used: 3, left: 0, resetsAt: '2026-12-01T00:00:00.000Z', windowSeconds: 30 * 86_400 },
    });

    now = END_OF_NOVEMBER;
    const next = begin().enter();
    const reports = ledger.accountReports(now, { ends: false, reachable: true });
    expect(reports.map(({ month, used, wanted }) => [month, used, wanted])).toEqual([
      ['2026-11', 3, false],
      ['2026-12', 0, true],
    ]);
    report(3);
    expect(await next).toBeUndefined();
  });

  it('is 503 while the directory is away, and 429 with a short wait when other gateways hold the rest', async () => {
    limitedTo({ callsPerMonth: 3 });
    away = true;
    expect(await outcome(begin())).toBe('quota-unavailable calls-per-month');
    away = false;
    expect(await begin().enter()).toMatchObject({ type: 'quota-exceeded', extras: { headers: { 'retry-after': '1' } } });
  });

  it('does not count a call that fails through no fault of its caller', async () => {
    limitedTo({ callsPerMonth: 2 });
    await ledgerWithLease(2);
    const failing = begin();
    expect(await failing.enter()).toBeUndefined();
    failing.uncount();
    failing.uncount();
    expect([await outcome(begin()), ledger.leasedCalls]).toEqual(['in', 0]);
  });

  it('does not affect a workspace without one: calls are counted, without leases and headers', async () => {
    limitedTo({});
    away = true;
    const call = begin();
    expect([call.enter(), call.headers()]).toEqual([undefined, undefined]);
    await call.takeElements(5, 100);
    expect(ledger.accountReports(now, { ends: false, reachable: true })).toMatchObject([{ used: 1, elements: 5, left: 0, wanted: false }]);
  });
});

describe('headers', () => {
  it('show each limit that applies', async () => {
    limitedTo({ callsPerMonth: 100, callsPerSecond: 5, tokenElementsPerSecond: 50, burstSeconds: 10 });
    await ledgerWithLease(100);
    expect(begin().headers()).toEqual({
      policy:
        `"calls-per-month";q=100;w=${30 * 86_400}, "calls-per-second";q=50;w=10, ` + '"token-elements-per-second";q=500;qu="elements";w=10',
      limits: '"calls-per-month";r=99;t=3600, "calls-per-second";r=49;t=1, "token-elements-per-second";r=500;t=1',
    });
  });
});

it('a quota that was lowered below its use is refused with the same numbers as in GET …/usage', async () => {
  limitedTo({ callsPerMonth: 10 });
  ledger.workspace('w', now);
  void begin().enter();
  ledger.apply(
    {
      now,
      gateways: 1,
      nextInMs: 1000,
      shares: {},
      accounts: ledger
        .accountReports(now, { ends: false, reachable: true })
        .map(({ workspace, month }) => ({ workspace, month, granted: 0, keep: null, limit: 10, used: 25, leased: 0 })),
    },
    false,
    now,
  );
  const refusal = (await begin().enter()) as Problem;
  expect(refusal.extras.members).toMatchObject({ limit: 'calls-per-month', quota: 10, used: 25, left: 0 });
});

describe('the backlog lane', () => {
  it('waits instead of being refused, and leaves half of the bucket to the others', async () => {
    limitedTo({ callsPerSecond: 10, burstSeconds: 1 });
    for (let count = 0; count < 5; count += 1) expect(await outcome(begin({ backlog: true }))).toBe('in');
    const waiting = outcome(begin({ backlog: true }));
    for (let count = 0; count < 5; count += 1) expect(await outcome(begin())).toBe('in');
    expect(await outcome(begin())).toBe('rate-limited calls-per-second');
    now += 600;
    expect(await waiting).toBe('in');
  });

  it('waits for elements too, and refuses at once what can never fit', async () => {
    limitedTo({ elementsPerSecond: 10, burstSeconds: 1 });
    expect(await outcome(begin({ backlog: true }), 5)).toBe('in');
    const waiting = outcome(begin({ backlog: true }), 3);
    expect(await outcome(begin(), 5)).toBe('in');
    now += 900;
    expect(await waiting).toBe('in');
    expect(await outcome(begin({ backlog: true }), 11)).toBe('invalid elements-per-second');
  });

  it('checks the call again after its elements have waited, and returns them if it is refused', async () => {
    limitedTo({ elementsPerSecond: 10, burstSeconds: 1 });
    const refusal = new Problem('unauthenticated', 'The token was revoked.');
    let isRevoked = false;
    const call = begin({ backlog: true, refusalByNow: () => (isRevoked ? refusal : undefined) });
    expect(await call.enter()).toBeUndefined();
    isRevoked = true;
    await expect(call.takeElements(5, 100)).rejects.toBe(refusal);
    expect(begin().headers()!.limits).toBe('"elements-per-second";r=10;t=1');
  });

  it('ends with 429', async () => {
    limitedTo({ callsPerSecond: 1, burstSeconds: 1 });
    expect([await outcome(begin()), await outcome(begin({ backlog: true }))]).toEqual(['in', 'rate-limited calls-per-second']);
  });

  it('reports what is left for the lane and for others, and whether the call waited or found no room', async () => {
    limitedTo({ callsPerSecond: 50, burstSeconds: 1 });
    keepers = { ...keepers, lane: new BacklogLane({ calls: 1, callsOfWorkspace: 1, bytes: 1e6, ms: 100 }) };
    for (let count = 0; count < 25; count += 1) expect(await outcome(begin({ backlog: true }))).toBe('in');
    const waiting = begin({ backlog: true }).enter() as Promise<Problem>;
    const unreported = (await begin({ backlog: true }).enter()) as Problem;
    const [late, figures] = [await waiting, { limit: 'calls-per-second', quota: 50, used: 25, left: 0, reserved: 25 }];
    for (const refusal of [unreported, late])
      expect([refusal.type, refusal.extras.members]).toEqual(['rate-limited', expect.objectContaining(figures)]);
    expect(unreported.message).toContain(
      '1 was asked for, 0 are left at the moment to the backlog lane, 25 more to calls that do not wait.',
    );
    expect(
      [unreported.message, late.message].map((detail) => [
        /lane is full/.test(detail),
        /did not wait/.test(detail),
        /waited in the backlog lane for the maximum time/.test(detail),
      ]),
    ).toEqual([
      [true, true, false],
      [false, false, true],
    ]);
  });

  it('names the rate that earlier calls wait for, and no rate when the gateway is busy or stopping', async () => {
    limitedTo({ callsPerSecond: 50, elementsPerSecond: 10, burstSeconds: 1 });
    expect(await outcome(begin(), 4)).toBe('in');
    const large = begin({ backlog: true });
    const small = begin({ backlog: true });
    for (const call of [large, small]) expect(await call.enter()).toBeUndefined();
    // Seven wait for one element more than will become available; a call behind them would fit.
    const both = await Promise.all(
      [large.takeElements(7, 1), small.takeElements(1, 1)].map((each) =>
        each.then(
          () => undefined,
          (error: Problem) => error,
        ),
      ),
    );
    expect(both.map((refusal) => refusal?.extras.members?.limit)).toEqual(['elements-per-second', 'elements-per-second']);
    expect(both[1]?.extras.members).toMatchObject({ used: 4, left: 1, reserved: 5 });
    keepers.isBusy = () => true;
    const busy = (await begin({ backlog: true }).enter()) as Problem;
    expect([busy.type, busy.extras.members, busy.message]).toEqual([
      'overloaded',
      undefined,
      expect.stringContaining('The gateway is busy'),
    ]);
    keepers.lane.close();
    const stopping = (await begin({ backlog: true }).enter()) as Problem;
    expect([stopping.type, stopping.message]).toEqual(['overloaded', expect.stringMatching(/^This gateway is stopping/)]);
  });

  it('is also available to a plan without limits, while the gateway is busy', async () => {
    limitedTo({});
    let busy = true;
    keepers.isBusy = () => busy;
    const waiting = outcome(begin({ backlog: true }));
    expect(await outcome(begin())).toBe('in');
    busy = false;
    expect(await waiting).toBe('in');
    busy = true;
    expect(await outcome(begin({ backlog: true }))).toBe('overloaded undefined');
  });
});

it('is counted by token, admitted or refused by a limit, but not when it fails through no fault of its caller', async () => {
  limitedTo({ callsPerMonth: 100, callsPerSecond: 5, elementsPerSecond: 100, elementsPerCall: 50, bodyBytes: 1000, burstSeconds: 1 });
  await ledgerWithLease(100);
  const own = (more: Partial<CallFrame> = {}): LimitedCall => begin({ subject: 'own', ...more });
  ledger.tokens.report(now, false);
  ledger.tokens.reportAccepted();
  const counted = () =>
    ledger.tokens
      .report((now += 10_000), false)
      .map(({ workspace, month, subject, calls, elements, refused }) => [workspace, month, subject, calls, elements, refused].join(' '));
  expect([await outcome(own(), 40), await outcome(begin({ subject: 'other' }), 40)]).toEqual(['in', 'in']);
  expect(counted()).toEqual(['w 2026-11 own 1 40 0', 'w 2026-11 other 1 40 0']);
  now += 10_000;
  const failed = own();
  await failed.enter();
  failed.uncount();
  failed.uncount();
  const tooMany = own();
  await tooMany.enter();
  expect(() => tooMany.checkElements(51)).toThrow(Problem);
  const tooLarge = own();
  await tooLarge.enter();
  tooLarge.tooLarge();
  expect(await outcome(own({ bytes: 1001 }))).toBe('body-too-large bodyBytes');
  expect(await outcome(own(), 101)).toBe('invalid elements-per-second');
  ledger.tokens.reportAccepted();
  expect(counted()).toEqual(['w 2026-11 own 1 40 4']);
  for (let calls = 0; calls < 6; calls += 1) await own().enter();
  expect(counted()).toEqual(['w 2026-11 own 6 40 5']);
});

it('costs a call far less than 10 µs', async () => {
  limitedTo({
    callsPerMonth: 10_000_000,
    callsPerSecond: 1_000_000,
    elementsPerSecond: 1_000_000,
    tokenCallsPerSecond: 1_000_000,
    tokenElementsPerSecond: 1_000_000,
    burstSeconds: 3600,
  });
  await ledgerWithLease(10_000_000);
  const cost = (calls: number): number => {
    const begun = process.cpuUsage();
    for (let count = 0; count < calls; count += 1) {
      const call = begin({ tokenId: `t${count % 50}`, subject: `s${count % 50}` });
      if (call.enter() !== undefined) throw new Error('refused');
      call.headers();
    }
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / calls;
  };
  cost(20_000);
  const limited = cost(100_000);
  limitedTo({});
  cost(20_000);
  const unlimited = cost(100_000);
  process.stdout.write(`µs a call: ${limited.toFixed(2)} with all limits and headers, ${unlimited.toFixed(2)} with none\n`);
  expect(limited).toBeLessThan(10);
  expect(unlimited).toBeLessThan(5);
});
