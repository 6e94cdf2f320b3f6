import type { SentCommand } from '../oracle/history.js';
import type { PlannedCall } from './plan.js';

export interface WireCall {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Writes a planned call as HTTP. */
export function toWire(call: PlannedCall, token: string): WireCall {
  const base = `/groups/${encodeURIComponent(call.workspace)}/externalObjects`;
  const prefer = [
    call.respondAsync && 'respond-async',
    call.strict && 'handling=strict',
    call.waitSeconds !== undefined && `wait=${call.waitSeconds}`,
  ].filter(Boolean);
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
  if (prefer.length > 0) headers['prefer'] = prefer.join(', ');
  if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey;
  const first = call.commands[0]!;
  if (first.ifRevision !== undefined) headers['if-match'] = `"${first.ifRevision}"`;
  const object = `${base}/${encodeURIComponent(first.externalId)}`;
  if (call.route === 'archive' || call.route === 'restore')
    return { method: 'POST', path: `${object}/${call.route}`, headers, body: undefined };
  if (call.route === 'erase' || call.route === 'release')
    return { method: 'DELETE', path: call.route === 'erase' ? object : `${object}/hold`, headers, body: undefined };
  headers['content-type'] = 'application/json';
  if (call.route === 'hold') return { method: 'PUT', path: `${object}/hold`, headers, body: JSON.stringify({ reason: first.reason }) };
  if (call.route === 'patch') return { method: 'PATCH', path: object, headers, body: JSON.stringify({ ...first.set, ...parts(first) }) };
  const elements = call.commands.map((command) => ({
    externalId: command.externalId,
    ...parts(command, call.malformed.has(command.index)),
    ...(command.observedAt !== undefined && { observedAt: command.observedAt }),
    ...(command.set && { initialExternalObject: command.set }),
  }));
  return { method: 'POST', path: base, headers, body: JSON.stringify(elements) };
}

function parts(command: SentCommand, malformed = false): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  if (command.position || malformed) {
    const { lat, lon, alt, ...quality } = command.position ?? { lat: 0, lon: 0 };
    out['locationUpdate'] = { newPosition: { lat: malformed ? 90.5 : lat, lon, ...(alt !== undefined && { alt }) }, ...quality };
  }
  if (command.fields?.length) out['fieldValues'] = command.fields;
  return out;
}
