import { canonical } from './canonical.js';
import type { AuditedChange, DirectoryHistory, DirectoryOrder, DirectoryProbe, HeldDirectory, Interval } from './directory-history.js';
import type { Finding } from './history.js';

/** Time after the answer from which a revoked token must be refused everywhere; the same for suspensions. */
const KNOWN_AFTER_MS = 2_000;
/** Time in which an order without an answer may still be executed, in addition to its repetition. */
const LATE_ORDER_MS = 3_000;

export interface DirectoryJudgement {
  findings: Finding[];
  /** Number of acknowledged orders. */
  acknowledged: number;
  /** Number of judged probes with a revoked token, after the allowed time. */
  revokedProbes: number;
  /** Number of judged writes into a suspended workspace, after the allowed time. */
  suspendedProbes: number;
  /** Longest time after the answer at which a revoked token was still accepted, while gateways could receive the revocation. */
  slowestMs: number;
}

const isDone = ({ status }: DirectoryOrder): boolean => status !== null && status < 300;
const isOpen = ({ status }: DirectoryOrder): boolean => status === null || status >= 500;
const tokenOf = (id: string): string => `token:${id}`;

/** Judges whether the directory executed all orders correctly, and whether every gateway followed in time. */
export function judgeDirectory(history: DirectoryHistory): DirectoryJudgement {
  const revoked = judgeTokens(history);
  const suspended = judgeSuspension(history);
  return {
    findings: [
      ...judgeAudit(history),
      ...judgeHeld(history.held),
      ...judgePublished(history.held),
      ...revoked.findings,
      ...suspended.findings,
    ],
    acknowledged: history.orders.filter(isDone).length,
    revokedProbes: revoked.judged,
    suspendedProbes: suspended.judged,
    slowestMs: revoked.slowestMs,
  };
}

/** Each acknowledged order must be in the audit once, and each line of the audit must have an order. */
function judgeAudit({ orders, held, operator }: DirectoryHistory): Finding[] {
  const findings: Finding[] = [];
  const byRequest = Map.groupBy(held.audit, ({ requestId }) => requestId);
  const explained = new Set<AuditedChange>();
  const open = new Map<string, number>();
  for (const order of orders) {
    const where = `${order.action} ${order.target ?? 'a token'} (${order.requestId ?? 'no answer'})`;
    const lines = order.requestId === null ? [] : (byRequest.get(order.requestId) ?? []).filter(({ action }) => action === order.action);
    if (isDone(order)) {
      if (!lines.some(({ target }) => target === order.target))
        findings.push({ rule: 'order-lost', detail: `${where}: answered ${order.status}, not in the audit` });
      if (lines.length > 1) findings.push({ rule: 'order-twice', detail: `${where}: ${lines.length} lines in the audit` });
    } else if (!isOpen(order) && lines.length > 0)
      findings.push({ rule: 'refused-applied', detail: `${where}: answered ${order.status}, and in the audit` });
    else if (isOpen(order)) open.set(subjectOf(order), (open.get(subjectOf(order)) ?? 0) + 1);
    if (!isOpen(order)) for (const line of lines) explained.add(line);
  }
  for (const line of held.audit) {
    if (line.subject !== operator || explained.has(line)) continue;
    const left = open.get(subjectOf(line)) ?? 0;
    if (left === 0) findings.push({ rule: 'never-ordered', detail: `${line.action} ${line.target} (${line.requestId}) is in the audit` });
    open.set(subjectOf(line), left - 1);
  }
  return findings;
}

/** The key for orders without an answer. The id of a token is unknown if its creation got no answer. */
const subjectOf = ({ action, target }: { action: string; target: string | null }): string =>
  action === 'token.create' ? action : `${action} ${target}`;

/** The tables must equal the result of applying the lines of the audit in order. */
function judgeHeld({ tokens, workspaces, plans, audit }: HeldDirectory): Finding[] {
  const findings: Finding[] = [];
  const differ = (what: string, wanted: unknown, got: unknown): void => {
    if (canonical(wanted ?? null) !== canonical(got ?? null))
      findings.push({
        rule: 'audit-and-state',
        detail: `${what}: by the audit ${canonical(wanted ?? null)}, held is ${canonical(got ?? null)}`,
      });
  };
  const last = new Map<string, AuditedChange>();
  for (const line of audit) {
    last.set(`${line.action} ${line.target}`, line);
    if (line.action === 'workspace.suspend' || line.action === 'workspace.resume') last.set(`status ${line.target}`, line);
    if (typeof line.detail?.['plan'] === 'string') last.set(`plan ${line.target}`, line);
  }
  const made = new Set(audit.filter(({ action }) => action === 'token.create').map(({ target }) => target));
  const there = new Map(tokens.map(({ id, revoked }) => [tokenOf(id), revoked]));
  for (const target of made)
    if (!there.has(target)) findings.push({ rule: 'audit-and-state', detail: `${target} was made and is not held` });
  for (const [target, revoked] of there) differ(`${target} revoked`, last.has(`token.revoke ${target}`), revoked);
  for (const { id, status, plan } of workspaces) {
    const line = last.get(`status workspace:${id}`);
    differ(`status of ${id}`, line?.action === 'workspace.suspend' ? 'suspended' : 'active', status);
    const planned = last.get(`plan workspace:${id}`);
    if (planned) differ(`plan of ${id}`, planned.detail!['plan'], plan);
  }
  for (const { name, limits } of plans) differ(`plan ${name}`, last.get(`plan.put plan:${name}`)?.detail, limits);
  return findings;
}

/** The topic's newest records must equal the tables. */
function judgePublished({ tokens, workspaces, plans, published }: HeldDirectory): Finding[] {
  const findings: Finding[] = [];
  const differ = (key: string, wanted: unknown, got: unknown): void => {
    if (canonical(wanted ?? null) !== canonical(got ?? null))
      findings.push({
        rule: 'published-otherwise',
        detail: `${key}: held is ${canonical(wanted ?? null)}, published ${canonical(got ?? null)}`,
      });
  };
  for (const { id, status, plan } of workspaces) {
    const { status: publishedStatus, plan: publishedPlan } = published.get(`workspace:${id}`) ?? {};
    differ(`workspace:${id}`, [status, plan], [publishedStatus, publishedPlan]);
  }
  for (const { name, limits } of plans) differ(`plan:${name}`, limits, published.get(`plan:${name}`)?.['limits']);
  for (const { id, revoked } of tokens) differ(`revocation:${id}`, revoked, published.has(`revocation:${id}`));
  return findings;
}

/**
 * A revoked token must be refused in time, on every gateway. Any other token must never be refused, except as one from the future: it may
 * have been created by a wrong clock, or a gateway with a wrong clock may see it for the first time. Gateways remember accepted tokens.
 */
function judgeTokens({ orders, probes, blind, clocksOff }: DirectoryHistory): { findings: Finding[]; judged: number; slowestMs: number } {
  const findings: Finding[] = [];
  const [asked, acknowledged] = [new Map<string, number>(), new Map<string, number>()];
  const [early, met] = [new Set<string>(), new Set<string>()];
  const areClocksOff = (sentAt: number, answeredAt: number): boolean =>
    clocksOff.some(({ from, to }) => from <= answeredAt && sentAt <= to);
  for (const order of orders) {
    const { action, target, sentAt, answeredAt } = order;
    if (target === null) continue;
    if (action === 'token.create' && areClocksOff(sentAt, answeredAt)) early.add(target);
    if (action !== 'token.revoke') continue;
    asked.set(target, Math.min(sentAt, asked.get(target) ?? Infinity));
    if (isDone(order)) acknowledged.set(target, Math.min(answeredAt, acknowledged.get(target) ?? Infinity));
  }
  let [judged, slowestMs] = [0, 0];
  for (const probe of probes.toSorted((a, b) => a.answeredAt - b.answeredAt)) {
    const target = tokenOf(probe.tokenId);
    const here = `${target} ${probe.gateway}`;
    const isFromFuture = early.has(target) || (!met.has(here) && areClocksOff(probe.sentAt, probe.answeredAt));
    if (probe.status !== null && probe.status < 400) met.add(here);
    const where = `${target} ${described(probe)}`;
    if (probe.answeredAt < (asked.get(target) ?? Infinity)) {
      if (isRefusal(probe) && !isFromFuture) findings.push({ rule: 'unrevoked-refused', detail: where });
      continue;
    }
    const since = acknowledged.get(target);
    if (since === undefined || probe.status === null || probe.status >= 500) continue;
    const letIn = probe.status !== 401;
    const seen = seeingSince(since, probe, blind);
    if (letIn && seen === since) slowestMs = Math.max(slowestMs, probe.sentAt - since);
    if (probe.sentAt <= seen + KNOWN_AFTER_MS) continue;
    judged++;
    if (letIn)
      findings.push({
        rule: 'revoked-let-in',
        detail: `${where}, ${Math.round(probe.sentAt - since)} ms after the revocation was acknowledged`,
      });
  }
  return { findings, judged, slowestMs };
}

/** The time since which a gateway could know an acknowledged change: not before the end of the last interval in which it was blind. */
function seeingSince(acknowledgedAt: number, { sentAt }: DirectoryProbe, blind: readonly Interval[]): number {
  return Math.max(acknowledgedAt, ...blind.filter(({ from, to }) => from < sentAt && to > acknowledgedAt).map(({ to }) => to));
}

/** In a suspended workspace, writes must be refused with that reason; in any other, they must not be refused. */
function judgeSuspension({ orders, probes, blind }: DirectoryHistory): { findings: Finding[]; judged: number } {
  const findings: Finding[] = [];
  const turns = orders
    .filter(({ action }) => action === 'workspace.suspend' || action === 'workspace.resume')
    .sort((a, b) => a.sentAt - b.sentAt);
  let judged = 0;
  for (const probe of probes.filter(({ what }) => what === 'write')) {
    if (probe.status === null || probe.status >= 500) continue;
    const mine = turns.filter(({ target, sentAt }) => target === `workspace:${probe.workspace}` && sentAt < probe.answeredAt);
    const newest = mine.at(-1);
    // During a change, both answers are correct.
    if (newest && !isDone(newest)) continue;
    const late = mine.slice(-3).some(isOpen) ? LATE_ORDER_MS : 0;
    if (newest && probe.sentAt <= seeingSince(newest.answeredAt, probe, blind) + KNOWN_AFTER_MS + late) continue;
    const isSuspended = newest?.action === 'workspace.suspend';
    if (isSuspended) judged++;
    if (isSuspended !== (probe.problem === 'workspace-suspended'))
      findings.push({ rule: isSuspended ? 'suspended-written' : 'active-refused', detail: described(probe) });
  }
  return { findings, judged };
}

/** Whether the probe was refused, except by a suspension, which is judged separately. */
function isRefusal({ what, status, problem }: DirectoryProbe): boolean {
  return status === 401 || (status === 403 && !(what === 'write' && problem === 'workspace-suspended'));
}

function described({ what, workspace, gateway, status, problem, sentAt }: DirectoryProbe): string {
  return `${what} in ${workspace} at ${gateway}, sent at ${Math.round(sentAt)}: ${status} ${problem ?? ''}`;
}
