import { describe, expect, it } from 'vitest';
import type { AuditedChange, DirectoryHistory, DirectoryOrder, DirectoryProbe } from '#testing/oracle/directory-history.js';
import { judgeDirectory } from '#testing/oracle/judge-directory.js';

const OPERATOR = 'token:operator';
const order = (action: string, target: string | null, sentAt: number, more: Partial<DirectoryOrder> = {}): DirectoryOrder => ({
  action,
  target,
  sentAt,
  answeredAt: sentAt + 10,
  status: 200,
  requestId: `r${sentAt}`,
  ...more,
});
const line = (action: string, target: string, requestId: string, more: Partial<AuditedChange> = {}): AuditedChange => ({
  action,
  target,
  requestId,
  subject: OPERATOR,
  detail: null,
  ...more,
});
const probe = (sentAt: number, status: number, more: Partial<DirectoryProbe> = {}): DirectoryProbe => ({
  gateway: 'g1',
  tokenId: 'a',
  what: 'read',
  workspace: 'north',
  sentAt,
  answeredAt: sentAt + 5,
  status,
  problem: null,
  ...more,
});
const write = (sentAt: number, status: number, problem: string | null = null): DirectoryProbe =>
  probe(sentAt, status, { tokenId: 'held', what: 'write', workspace: 'held', problem });

/** A token made and revoked, one that is kept, a workspace suspended, resumed and given another plan: without fault. */
function sound() {
  const published = new Map<string, Record<string, unknown>>([
    ['workspace:held', { status: 'active', plan: 'varied' }],
    ['plan:varied', { limits: { elementsPerCall: 5 } }],
    ['revocation:a', { tokenId: 'a' }],
  ]);
  return {
    operator: OPERATOR,
    orders: [
      order('token.create', 'token:a', 100),
      order('token.create', 'token:b', 200),
      order('token.revoke', 'token:a', 1_000, { status: 204 }),
      order('workspace.suspend', 'workspace:held', 5_000),
      order('workspace.resume', 'workspace:held', 10_000),
      order('plan.put', 'plan:varied', 12_000),
      order('workspace.update', 'workspace:held', 13_000),
    ],
    probes: [
      probe(500, 200),
      probe(1_500, 200),
      probe(4_000, 401),
      probe(4_000, 503, { tokenId: 'b' }),
      probe(4_500, 200, { tokenId: 'b' }),
      write(4_000, 202),
      write(6_000, 202),
      write(8_000, 403, 'workspace-suspended'),
      write(10_500, 403, 'workspace-suspended'),
      write(13_000, 202),
    ],
    held: {
      tokens: [
        { id: 'a', revoked: true },
        { id: 'b', revoked: false },
      ],
      workspaces: [{ id: 'held', status: 'active', plan: 'varied' }],
      plans: [{ name: 'varied', limits: { elementsPerCall: 5 } }],
      audit: [
        line('workspace.create', 'workspace:held', 'r1', { subject: 'setup', detail: { plan: 'unlimited' } }),
        line('token.create', 'token:a', 'r100'),
        line('token.create', 'token:b', 'r200'),
        line('token.revoke', 'token:a', 'r1000'),
        line('workspace.suspend', 'workspace:held', 'r5000'),
        line('workspace.resume', 'workspace:held', 'r10000'),
        line('plan.put', 'plan:varied', 'r12000', { detail: { elementsPerCall: 5 } }),
        line('workspace.update', 'workspace:held', 'r13000', { detail: { plan: 'varied' } }),
      ],
      published,
    },
    blind: [],
    clocksOff: [],
  } satisfies DirectoryHistory & { held: { published: Map<string, unknown> } };
}

type Broken = ReturnType<typeof sound> & DirectoryHistory;

function rulesAfter(change: (history: Broken) => void): string[] {
  const history = sound() as Broken;
  change(history);
  return [...new Set(judgeDirectory(history).findings.map(({ rule }) => rule))];
}

describe('the oracle of the directory', () => {
  it('finds no fault in a correct history, and lists its checks', () => {
    expect(judgeDirectory(sound())).toEqual({ findings: [], acknowledged: 7, revokedProbes: 1, suspendedProbes: 1, slowestMs: 490 });
  });

  it.each<[string, (history: Broken) => void]>([
    ['order-lost', ({ held }) => void held.audit.splice(1, 1)],
    ['order-twice', ({ held }) => void held.audit.push(held.audit[3]!)],
    ['refused-applied', ({ orders }) => void (orders[3]!.status = 409)],
    ['never-ordered', ({ held }) => void held.audit.push(line('token.create', 'token:c', 'unknown'))],
    ['audit-and-state', ({ held }) => void (held.tokens[0]!.revoked = false)],
    ['audit-and-state', ({ held }) => void held.tokens.pop()],
    ['audit-and-state', ({ held }) => void (held.workspaces[0]!.status = 'suspended')],
    ['audit-and-state', ({ held }) => void (held.workspaces[0]!.plan = 'unlimited')],
    ['audit-and-state', ({ held }) => void (held.plans[0]!.limits = { elementsPerCall: 6 })],
    ['published-otherwise', ({ held }) => void held.published.delete('revocation:a')],
    ['published-otherwise', ({ held }) => void held.published.set('revocation:b', {})],
    ['published-otherwise', ({ held }) => void held.published.set('workspace:held', { status: 'suspended', plan: 'varied' })],
    ['published-otherwise', ({ held }) => void held.published.set('plan:varied', { limits: {} })],
    ['revoked-let-in', ({ probes }) => void probes.push(probe(3_020, 200))],
    ['revoked-let-in', ({ probes }) => void probes.push(probe(9_000, 404, { gateway: 'g2' }))],
    ['unrevoked-refused', ({ probes }) => void probes.push(probe(400, 401))],
    [
      'unrevoked-refused',
      ({ probes, clocksOff }) => {
        clocksOff.push({ from: 590, to: 700 });
        probes.push(probe(600, 401));
      },
    ],
    ['unrevoked-refused', ({ probes }) => void probes.push(probe(20_000, 403, { tokenId: 'b' }))],
    ['unrevoked-refused', ({ probes }) => void probes.push(write(20_000, 401))],
    [
      'unrevoked-refused',
      ({ probes }) => void probes.push(probe(8_000, 403, { tokenId: 'held', workspace: 'held', problem: 'workspace-suspended' })),
    ],
    ['suspended-written', ({ probes }) => void probes.push(write(7_500, 202))],
    ['active-refused', ({ probes }) => void probes.push(write(15_000, 403, 'workspace-suspended'))],
    ['active-refused', ({ probes }) => void probes.push(write(4_900, 403, 'workspace-suspended'))],
  ])('finds %s', (rule, change) => {
    const rules = rulesAfter(change);
    expect(rules).toContain(rule);
  });

  it.each<[string, (history: Broken) => void]>([
    [
      'an order without an answer, carried out or not',
      ({ orders, held }) => {
        orders.push(
          order('token.create', null, 300, { status: null, requestId: null }),
          order('token.create', null, 310, { status: 503, requestId: 'r310' }),
        );
        held.audit.splice(3, 0, line('token.create', 'token:c', 'never-told'));
        held.tokens.push({ id: 'c', revoked: false });
      },
    ],
    [
      'a gateway that was blind when the token was revoked, until two seconds after',
      ({ probes, blind }) => {
        blind.push({ from: 900, to: 6_000 });
        probes.push(probe(7_900, 200));
      },
    ],
    [
      'a token that was made while clocks were wrong',
      ({ probes, clocksOff }) => {
        clocksOff.push({ from: 50, to: 150 });
        probes.push(probe(400, 401));
      },
    ],
    [
      'a gateway with a wrong clock that meets a token for the first time',
      ({ probes, clocksOff }) => {
        clocksOff.push({ from: 390, to: 450 });
        probes.push(probe(400, 401, { gateway: 'http://new' }));
      },
    ],
    [
      'no answer, and what says that it cannot be served',
      ({ probes }) => void probes.push(probe(9_000, 503), probe(9_000, 200, { status: null })),
    ],
  ])('excuses %s', (_what, change) => {
    expect(rulesAfter(change)).toEqual([]);
  });

  it('excuses blindness no longer than two seconds after it', () => {
    expect(
      rulesAfter(({ probes, blind }) => {
        blind.push({ from: 900, to: 6_000 });
        probes.push(probe(8_100, 200));
      }),
    ).toEqual(['revoked-let-in']);
  });
});
