import { createHash } from 'node:crypto';
import type { AccessLine, AccessRecord } from '#contracts/access-log.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { quarterOf } from './quarter.js';

/** The part of an authorised call that reports need. */
export interface CountedCall {
  workspace: string;
  quarter: number;
  subject: string;
  operation: string;
  status: number;
  /** Id of the object; undefined if the call does not concern a single one. */
  externalId: string | undefined;
  /** Equal for lines that are written again after a fault; 63 bits as decimal text. */
  digest: string;
}

/** Status of the line before an operator's change; the line of the answer follows. */
const BEGUN = 102;
const TOP_BIT = 1n << 63n;

/**
 * The calls in a record of access.events; undefined for an invalid record. Calls without a workspace are in no report.
 */
export function decodeCalls({ value }: ConsumedRecord): CountedCall[] | undefined {
  let record: AccessRecord;
  try {
    record = JSON.parse(value?.toString('utf8') ?? '') as AccessRecord;
  } catch {
    return undefined;
  }
  const { workspace, lines } = record ?? {};
  if (typeof workspace !== 'string' || !Array.isArray(lines)) return undefined;
  if (workspace === '') return [];
  return lines.filter((line) => isLine(line) && line.status !== BEGUN).map((line) => callOf(workspace, line));
}

function isLine({ at, subject, operation, status, externalId }: AccessLine): boolean {
  return (
    Number.isFinite(Date.parse(at)) &&
    isPlain(subject) &&
    isPlain(operation) &&
    Number.isInteger(status) &&
    (externalId === undefined || isPlain(externalId))
  );
}

/** Whether Postgres can store it: text must not contain NUL. */
const isPlain = (text: unknown): boolean => typeof text === 'string' && !text.includes('\0');

function callOf(workspace: string, line: AccessLine): CountedCall {
  const { at, subject, operation, status, requestId, address, tokenId, externalId } = line;
  const hash = createHash('sha256')
    .update(JSON.stringify([workspace, at, subject, tokenId, operation, status, requestId, address, externalId]))
    .digest();
  return {
    workspace,
    quarter: quarterOf(Date.parse(at)),
    subject,
    operation,
    status,
    externalId,
    digest: (hash.readBigUInt64BE() % TOP_BIT).toString(),
  };
}
