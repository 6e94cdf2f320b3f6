import {
  MAX_ACCOUNTS,
  MAX_COUNTED_SUBJECT,
  MAX_DEMANDS,
  MAX_GATEWAY_NAME,
  MAX_TOKEN_COUNTS,
  type QuotaAccountReport,
  type QuotaReport,
  type RateDemand,
  type TokenCountReport,
} from '#contracts/directory/quota-report.js';
import { isWorkspaceId } from '#identity/workspace-id.js';
import { Problem } from '#problems/problem.js';
import { isUuid } from '../../http/uuid-of.js';
import { isMonth, monthOf } from './quota-month.js';

const MAX_KEY = 256;
/** Tolerated lead of gateways' clocks at the end of a month. */
const AHEAD_MS = 300_000;

/** @throws Problem 422 for a report of another version, or from another caller */
export function checkedReport(body: unknown, now: number): QuotaReport {
  const report = body as QuotaReport | null;
  const lastMonth = monthOf(new Date(now + AHEAD_MS));
  if (
    typeof report !== 'object' ||
    report === null ||
    !isUuid(report.life) ||
    !isCount(report.sequence) ||
    report.sequence < 1 ||
    typeof report.stopping !== 'boolean' ||
    typeof report.known !== 'boolean' ||
    !isList(report.accounts, MAX_ACCOUNTS, (account) => isAccount(account, lastMonth)) ||
    (report.demands !== null && !isList(report.demands, MAX_DEMANDS, isDemand)) ||
    (report.gateway !== undefined && !isGateway(report.gateway)) ||
    (report.tokens !== undefined && !isList(report.tokens, MAX_TOKEN_COUNTS, (count) => isTokenCount(count, lastMonth)))
  ) {
    throw new Problem('invalid', 'The quota report has a format that this version does not know.');
  }
  return report;
}

function isList(value: unknown, max: number, isEntry: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= max && value.every(isEntry);
}

function isAccount(value: unknown, lastMonth: string): boolean {
  const account = (value ?? {}) as Partial<QuotaAccountReport>;
  return (
    isWorkspaceId(account.workspace) &&
    isMonth(account.month) &&
    account.month <= lastMonth &&
    [account.used, account.elements, account.left, account.waiting].every(isCount) &&
    isRate(account.callsPerSecond) &&
    isRate(account.elementsPerSecond) &&
    typeof account.wanted === 'boolean'
  );
}

function isTokenCount(value: unknown, lastMonth: string): boolean {
  const { workspace, month, subject, calls, elements, refused } = (value ?? {}) as Partial<TokenCountReport>;
  return (
    isWorkspaceId(workspace) &&
    isMonth(month) &&
    month <= lastMonth &&
    typeof subject === 'string' &&
    subject.length > 0 &&
    subject.length <= MAX_COUNTED_SUBJECT &&
    !subject.includes('\0') &&
    [calls, elements, refused].every(isCount)
  );
}

function isGateway(value: unknown): boolean {
  const { name, clock } = (value ?? {}) as Partial<NonNullable<QuotaReport['gateway']>>;
  return typeof name === 'string' && name.length > 0 && name.length <= MAX_GATEWAY_NAME && !name.includes('\0') && isCount(clock);
}

function isDemand(value: unknown): boolean {
  const { key, callsPerSecond, elementsPerSecond } = (value ?? {}) as Partial<RateDemand>;
  return typeof key === 'string' && key.length > 0 && key.length <= MAX_KEY && isRate(callsPerSecond) && isRate(elementsPerSecond);
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isRate = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;
