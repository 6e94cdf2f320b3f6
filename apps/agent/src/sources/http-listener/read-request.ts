import type { Received } from '../../reading/source.js';
import { parseJson } from '../reading-parts/parse-json.js';
import { readClientJson } from './client-json.js';
import { readOsmAnd } from './osmand.js';
import type { Report, Reports } from './report.js';
import { readForwarded } from './traccar-forward.js';

const MAX_REPORTS = 1000;

/** The reports of a query in the OsmAnd protocol. */
export function readQuery(query: string): Reports {
  return readOsmAnd(Object.fromEntries(new URLSearchParams(query)));
}

/** The reports of a body: a form, or JSON of Traccar Client or a Traccar server, one or a list. Returns all of them, or the first fault. */
export function readBody(contentType: string, text: string): Reports {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return readQuery(text);
  const parsed = parseJson(text);
  if ('fault' in parsed) return { fault: `The body is ${parsed.fault}. Send JSON, or a form as application/x-www-form-urlencoded.` };
  const entries = Array.isArray(parsed.value) ? (parsed.value as unknown[]) : [parsed.value];
  if (entries.length === 0) return { fault: 'The list is empty.' };
  if (entries.length > MAX_REPORTS) return { fault: `The list has ${entries.length} entries; at most ${MAX_REPORTS} are taken at once.` };
  const all: Report[] = [];
  for (const [index, entry] of entries.entries()) {
    const reports = readEntry(entry);
    if ('fault' in reports) return Array.isArray(parsed.value) ? { fault: `Entry ${index}: ${reports.fault}` } : reports;
    all.push(...reports);
  }
  return all;
}

/** Reads a report's document again; undefined when its members match no known format. */
export function readAgain(document: unknown): Received | undefined {
  const isQuery = typeof document === 'object' && document !== null && Object.values(document).every((value) => typeof value === 'string');
  const reports = isQuery ? readOsmAnd(document as Record<string, string>) : readEntry(document);
  return 'fault' in reports ? undefined : reports[0]?.message;
}

function readEntry(entry: unknown): Reports {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return { fault: 'It is no object.' };
  const members = entry as Readonly<Record<string, unknown>>;
  if ('position' in members && 'device' in members) return readForwarded(members);
  if ('device_id' in members || 'location' in members) return readClientJson(members);
  return { fault: 'It has neither device_id and location (Traccar Client) nor position and device (a Traccar server that forwards).' };
}
