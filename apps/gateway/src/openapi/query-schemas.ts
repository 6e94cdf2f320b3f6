import type { SchemaObject } from '@nestjs/swagger';
import { WORKSPACE_AUDIT_KINDS } from '#contracts/directory/audit-kinds.js';
import { MAX_SIGHTED_NAME_CHARACTERS } from '#contracts/directory/field-sighting.js';
import { WORKSPACE_ID } from '#contracts/directory/workspace-id.js';
import { PLAIN } from './portable-patterns.js';
import { BOX, integer, string, UUID } from './schema-words.js';

const text = string({ minLength: 1, maxLength: 256 });
const fieldName = string({ minLength: 1, maxLength: MAX_SIGHTED_NAME_CHARACTERS, pattern: PLAIN });
/** Schemas of `after` and `before` for lists whose pages do not continue at an id. */
const PLACES: Readonly<Record<string, SchemaObject>> = {
  listDeliveries: string({ pattern: '^[0-9]{1,15}$' }),
  listPeople: text,
  listUsage: text,
  listVisits: string({ minLength: 1 }),
  listWorkspaces: text,
  readAudit: string({ pattern: '^[0-9]{1,15}$' }),
  readWorkspaceAudit: string({ pattern: '^[0-9]{1,15}$' }),
  reviewFields: fieldName,
  reviewFieldsOf: fieldName,
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
  workspace: string({ pattern: WORKSPACE_ID }),
};

/** The schema of a query parameter of a forwarded route. @param operation operationId of the route */
export function querySchema(name: string, operation: string): SchemaObject {
  if (name === 'after' || name === 'before') return PLACES[operation] ?? UUID;
  return NAMED[name] ?? text;
}
