import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PlanLimits, UNLIMITED } from '#contracts/directory/plan-limits.js';
import {
  MAX_ACCOUNTS,
  MAX_COUNTED_SUBJECT,
  MAX_DEMANDS,
  MAX_GATEWAY_NAME,
  MAX_TOKEN_COUNTS,
  type QuotaAccountReport,
  type QuotaAnswer,
  type QuotaReport,
} from '#contracts/directory/quota-report.js';
import { LimitLedger } from '../../../src/limits/limit-ledger.js';
import { LifeOverError } from '../../../src/limits/quota-client.js';
import { QuotaReporter } from '../../../src/limits/quota-reporter.js';

const silent = { warn: () => undefined, info: () => undefined };

let reports: QuotaReport[];
/** Faults of the directory for the next reports; after them it grants ten calls a report. */
let faults: (Error | undefined)[];
let ledger: LimitLedger;
let reporter: QuotaReporter;
let plan: PlanLimits;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  reports = [];
  faults = [];
  plan = { ...UNLIMITED, callsPerMonth: 1000 };
  ledger = new LimitLedger({ limitsOf: () => plan, workspace: () => ({ plan: 'tested' }) });
  reporter = new QuotaReporter({
    name: 'tested',
    ledger,
    exchange: (report) => {
      reports.push(structuredClone(report));
      const fault = faults.shift();
      return fault === undefined ? Promise.resolve(answerTo(report)) : Promise.reject(fault);
    },
    clock: Date.now,
    logger: silent,
  });
});
afterEach(() => void vi.useRealTimers());

function answerTo({ accounts }: QuotaReport): QuotaAnswer {
  return {
    now: Date.now(),
    gateways: 1,
    nextInMs: 1000,
    shares: {},
    accounts: accounts.map(({ workspace, month, wanted, used }) => ({
      workspace,
      month,
      granted: wanted ? 10 : 0,
      keep: null,
      limit: 1000,
      used,
      leased: 10,
    })),
  };
}

const take = (workspace = 'w'): boolean => ledger.workspace(workspace, Date.now()).account.take(Date.now());

describe('reports on quotas', () => {
  it('are sent once a second, and at once on demand, with a minimum gap', async () => {
    reporter.start();
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(3000);
    expect(reports.map(({ sequence, known }) => [sequence, known])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, true],
    ]);
    take();
    for (let count = 0; count < 100; count += 1) reporter.soon();
    await vi.advanceTimersByTimeAsync(20);
    expect(reports).toHaveLength(5);
    expect(take()).toBe(true);
  });

  it('continue while the directory is away, which is logged, and so does the lease', async () => {
    take();
    reporter.start();
    await vi.advanceTimersByTimeAsync(1);
    faults = Array.from({ length: 20 }, () => new Error('away'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect([reporter.directoryAway, ledger.leasedCalls, take()]).toEqual([true, 10, true]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([reporter.directoryAway, reports.at(-1)!.accounts.at(-1)?.used ?? 1]).toEqual([false, 1]);
  });

  it('start a new life without leases after the directory has forgotten the old one', async () => {
    take();
    reporter.start();
    await vi.advanceTimersByTimeAsync(1);
    take();
    faults = [new LifeOverError('gone')];
    await vi.advanceTimersByTimeAsync(2100);
    const [first, , next] = reports;
    expect(next!.life).not.toBe(first!.life);
    expect(next).toMatchObject({ sequence: 1, known: false, accounts: [{ used: 0, left: 0 }] });
    expect(take()).toBe(true);
  });

  it('end with all leases returned', async () => {
    take();
    reporter.start();
    await vi.advanceTimersByTimeAsync(1);
    take();
    await reporter.stop();
    expect(reports.at(-1)).toMatchObject({ stopping: true, accounts: [{ used: 1, left: 0, wanted: false }] });
    await vi.advanceTimersByTimeAsync(5000);
    expect(reports).toHaveLength(2);
  });

  it('hold a limited number of workspaces; the others are next', async () => {
    plan = UNLIMITED;
    const active = MAX_ACCOUNTS + 500;
    for (let index = 0; index < active; index += 1) ledger.workspace(`w${index}`, Date.now()).account.count(Date.now());
    reporter.start();
    await vi.advanceTimersByTimeAsync(100);
    expect(reports.slice(0, 2).map(({ accounts }) => accounts.length)).toEqual([MAX_ACCOUNTS, 500]);
    expect(new Set(reports.flatMap(({ accounts }) => accounts.map(({ workspace }) => workspace))).size).toBe(active);
  });

  it('fit into a body that the directory accepts, however long names and numbers are', () => {
    const account: QuotaAccountReport = {
      workspace: 'w'.repeat(64),
      month: '2026-11',
      used: 1e12,
      elements: 1e15,
      left: 1e12,
      callsPerSecond: 12345.12345678901,
      elementsPerSecond: 1234567.12345678,
      waiting: 500,
      wanted: false,
    };
    const demand = { key: 'k'.repeat(256), callsPerSecond: 12345.12345678901, elementsPerSecond: 1234567.12345678 };
    const count = {
      workspace: 'w'.repeat(64),
      month: '2026-11',
      subject: 's'.repeat(MAX_COUNTED_SUBJECT),
      calls: 1e12,
      elements: 1e15,
      refused: 1e12,
    };
    const times = <T>(many: number, each: T): T[] => Array.from({ length: many }, () => each);
    const largest: QuotaReport = {
      life: crypto.randomUUID(),
      sequence: 1e9,
      known: false,
      stopping: false,
      accounts: times(MAX_ACCOUNTS, account),
      demands: times(MAX_DEMANDS, demand),
      tokens: times(MAX_TOKEN_COUNTS, count),
      gateway: { name: 'n'.repeat(MAX_GATEWAY_NAME), clock: 1e13 },
    };
    expect(JSON.stringify(largest).length).toBeLessThan(512 * 1024);
  });

  it('at the end are sent until all tokens are reported', async () => {
    const tokens = MAX_TOKEN_COUNTS * 2 + 1;
    for (let index = 0; index < tokens; index += 1) ledger.tokens.of('w', '2026-11', `t${index}`)!.add(1, 0, 0);
    reporter.start();
    await vi.advanceTimersByTimeAsync(1);
    await reporter.stop();
    expect(reports.map(({ tokens: counts }) => counts!.length)).toEqual([MAX_TOKEN_COUNTS, MAX_TOKEN_COUNTS, 1]);
    expect(reports.map(({ stopping }) => stopping)).toEqual([false, true, true]);
  });

  it('send the demanded rates, and apply the shares', async () => {
    plan = { ...UNLIMITED, callsPerSecond: 100, burstSeconds: 1 };
    const { rates } = ledger.workspace('w', Date.now());
    rates!.countDemand(30, 0, Date.now());
    reporter.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(reports[0]!.demands).toMatchObject([{ key: 'w', elementsPerSecond: 0 }]);
    expect(reports[0]!.demands![0]!.callsPerSecond).toBeGreaterThan(5);
    ledger.apply({ now: Date.now(), gateways: 4, nextInMs: 1000, accounts: [], shares: { w: [0.3, 1] } }, true, Date.now());
    expect(rates!.calls!.bucket.left(Date.now())).toBe(30);
    expect(ledger.workspace('x', Date.now()).rates!.calls!.bucket.left(Date.now())).toBe(25);
  });
});
