import { describe, expect, it } from 'vitest';
import type { QuotaGrant } from '#contracts/directory/quota-report.js';
import { QuotaAccount } from '../../../src/limits/quota-account.js';
import { QuotaCalendar } from '../../../src/limits/quota-calendar.js';

const grant = (more: Partial<QuotaGrant>): QuotaGrant => ({
  workspace: 'w',
  month: '2026-11',
  granted: 0,
  keep: null,
  limit: 100,
  used: 0,
  leased: 0,
  ...more,
});
const reachable = { limited: true, ends: false, reachable: true };

describe('an account', () => {
  it('admits exactly the granted calls, and asks for more at half of them', () => {
    const account = new QuotaAccount('w', '2026-11');
    expect(account.take(0)).toBe(false);
    account.report(0, reachable);
    account.granted(grant({ granted: 4, leased: 4 }));
    expect([account.take(0), account.runsLow, account.take(0), account.runsLow]).toEqual([true, false, true, true]);
    expect([account.take(0), account.take(0), account.take(0)]).toEqual([true, true, false]);
    expect(account.report(0, reachable)).toMatchObject({ used: 4, left: 0, wanted: true });
  });

  it('reports what all gateways have left, including later use here', () => {
    const account = new QuotaAccount('w', '2026-11');
    expect(account.remaining(100)).toBeUndefined();
    account.report(0, reachable);
    account.granted(grant({ granted: 10, used: 60, leased: 30 }));
    account.take(0);
    expect(account.remaining(100)).toBe(39);
    // Until that report is answered, the previous answer applies.
    account.report(0, reachable);
    expect(account.remaining(100)).toBe(39);
    account.take(0);
    account.granted(grant({ granted: 0, used: 65, leased: 30 }));
    expect(account.remaining(100)).toBe(34);
  });

  it('serves waiting calls in order, and refuses them at the end of the quota and of their time', async () => {
    const account = new QuotaAccount('w', '2026-11');
    const waiting = [0, 1, 2].map(() => account.wait(1000, () => 'elsewhere'));
    account.report(0, reachable);
    account.granted(grant({ granted: 2, leased: 2 }));
    expect(await Promise.all(waiting.slice(0, 2))).toEqual([undefined, undefined]);
    account.report(0, reachable);
    account.granted(grant({ granted: 0, used: 100, leased: 0 }));
    expect(await waiting[2]).toBe('used-up');
    expect(account.usedUp).toBe(true);
    account.reconsider();
    expect(await account.wait(5, () => 'directory-away')).toBe('directory-away');
    expect(account.report(0, reachable).used).toBe(2);
  });

  it('limits the number of waiting calls', async () => {
    const account = new QuotaAccount('w', '2026-11');
    const waiting = Array.from({ length: 500 }, () => account.wait(50, () => 'elsewhere'));
    expect([await account.wait(10_000, () => 'directory-away'), account.waitingCalls]).toEqual(['directory-away', 500]);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['elsewhere']));
  });

  it('returns an unused lease after a while, unless the directory is away, and everything at the end', () => {
    const granted = (): QuotaAccount => {
      const account = new QuotaAccount('w', '2026-11');
      account.take(0);
      account.report(0, reachable);
      account.granted(grant({ granted: 10, leased: 10 }));
      return account;
    };
    expect(granted().report(9000, reachable)).toMatchObject({ left: 10, wanted: true });
    expect(granted().report(11_000, reachable)).toMatchObject({ left: 0, wanted: false });
    expect(granted().report(11_000, { ...reachable, reachable: false }).left).toBe(10);
    expect(granted().report(0, { ...reachable, ends: true }).left).toBe(0);
  });

  it('returns calls that others need more', () => {
    const account = new QuotaAccount('w', '2026-11');
    account.take(0);
    account.report(0, reachable);
    account.granted(grant({ granted: 10, leased: 10, keep: 3 }));
    expect([account.isDue(0), account.report(0, reachable).left, account.take(0), account.report(0, reachable).left]).toEqual([
      true,
      3,
      true,
      2,
    ]);
  });

  it('takes a call back, which is then unused and available again', () => {
    const account = new QuotaAccount('w', '2026-11');
    account.report(0, reachable);
    account.granted(grant({ granted: 1, leased: 1 }));
    account.take(0);
    account.report(0, reachable);
    account.giveBack(true);
    expect(account.report(0, reachable)).toMatchObject({ used: 0, left: 1 });
    expect(account.take(0)).toBe(true);
  });

  it('takes back no call that was counted in a former life', () => {
    const account = new QuotaAccount('w', '2026-11');
    account.report(0, reachable);
    account.granted(grant({ limit: 10, granted: 1, leased: 1 }));
    account.take(0);
    account.beginNewLife();
    account.giveBack(true);
    expect(account.report(0, reachable)).toMatchObject({ used: 0, left: 0 });
  });

  it('asks again after the quota is used up while calls arrive, since the operator may have raised it', () => {
    const account = new QuotaAccount('w', '2026-11');
    account.take(0);
    account.report(0, reachable);
    account.granted(grant({ used: 100 }));
    expect([account.usedUp, account.isDue(0)]).toEqual([true, false]);
    account.take(1000);
    expect([account.isDue(1000), account.report(1000, reachable).wanted]).toEqual([true, true]);
  });
});

describe('the month', () => {
  it('follows the directory, whose clock is ahead', () => {
    const calendar = new QuotaCalendar();
    const end = Date.UTC(2026, 11, 1);
    expect([calendar.month(end - 1), calendar.month(end), calendar.month(end - 1)]).toEqual(['2026-11', '2026-12', '2026-11']);
    calendar.adjust(end, end - 5000);
    expect([calendar.month(end - 5001), calendar.month(end - 5000)]).toEqual(['2026-11', '2026-12']);
    expect(calendar.secondsLeft(end - 6000)).toBe(1);
    expect(calendar.resetsAt(end - 6000)).toBe('2026-12-01T00:00:00.000Z');
    expect(calendar.seconds(end - 6000)).toBe(30 * 86_400);
  });
});
