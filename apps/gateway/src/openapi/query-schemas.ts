import type { SchemaObject } from '@nestjs/swagger';
import { WORKSPACE_AUDIT_KINDS } from '#contracts/directory/audit-kinds.js';
import { BOX, integer, string } from './schema-words.js';

const id = string({ format: 'uuid', pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const text = string({ minLength: 1, maxLength: 256 });
/** The places that lists go on from: ids, unless these lists have their own. */
const PLACES: Readonly<Record<string, SchemaObject>> = {
  listDeliveries: string({ pattern: '^[0-9]{1,15}$' }),
  listPeople: text,
  listUsage: text,
  listVisits: string({ minLength: 1 }),
  listWorkspaces: text,
  readAudit: string({ pattern: '^[0-9]{1,15}$' }),
  readWorkspaceAudit: string({ pattern: '^[0-9]{1,15}$' }),
  reviewFields: text,
  reviewFieldsOf: text,
};
const NAMED: Readonly<Record<string, SchemaObject>> = {
  bbox: BOX,
  challenge: string({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  from: string({ format: 'date-time' }),
  kind: string({ enum: [...WORKSPACE_AUDIT_KINDS] }),
  limit: integer({ minimum: 1, maximum: 1000, default: 100 }),
  month: string({ pattern: '^[0-9]{4}-(?:0[1-9]|1[0-2])$' }),
  status: string({ enum: ['open', 'closed'] }),
  to: string({ format: 'date-time' }),
};

/** What a query parameter of a handed-on route may be. @param operation its operationId */
export function querySchema(name: string, operation: string): SchemaObject {
  if (name === 'after' || name === 'before') return PLACES[operation] ?? id;
  return NAMED[name] ?? text;
}
