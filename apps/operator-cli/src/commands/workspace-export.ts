import { RefusedError } from '../api/refused-error.js';
import { entriesOf } from '../api/pages.js';
import { CliError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import type { Session } from '../session.js';
import { part } from './command-work.js';

const OBJECTS_A_PAGE = '1000';

/**
 * Writes a workspace as NDJSON: lines `{"kind", "value"}` of the kinds workspace, token (never the token itself), field and object,
 * page by page, and at last `{"kind": "end", "counts", "left"}`. What the token may not read is left out, said there and told aside.
 * @throws CliError when something was left out, after all else is written
 */
export async function exportWorkspace(session: Session, id: string): Promise<void> {
  const { api, output } = session;
  const inWorkspace = `/groups/${part(id)}`;
  const operator = await session.isOperator();
  const parts: Record<string, () => AsyncIterable<unknown>> = {
    workspace: () => single(api.get(`/operator/workspaces/${part(id)}`)),
    token: () => entriesOf(api, { path: operator ? '/operator/tokens' : `${inWorkspace}/tokens`, entries: 'tokens', goesOnBy: 'before', query: operator ? { workspace: id } : {} }),
    field: () => entriesOf(api, { path: `${operator ? `/operator/workspaces/${part(id)}` : inWorkspace}/fields`, entries: 'fields' }),
    object: () => entriesOf(api, { path: `${inWorkspace}/externalObjects`, entries: 'objects', query: { includeArchived: 'true', limit: OBJECTS_A_PAGE } }),
  };
  const counts: Record<string, number> = {};
  const left: Record<string, string> = {};
  for (const [kind, read] of Object.entries(parts)) {
    try {
      for await (const value of read()) {
        output.line({ kind, value });
        counts[kind] = (counts[kind] ?? 0) + 1;
      }
    } catch (error) {
      if (!(error instanceof RefusedError) || ![403, 404].includes(error.status)) throw error;
      left[kind] = error.problem.detail ?? error.message;
    }
  }
  output.line({ kind: 'end', counts, left });
  const missing = Object.entries(left).map(([kind, reason]) => `  ${kind}: ${reason}`);
  if (missing.length > 0) throw new CliError(`Left out of the export, because the token may not read it:\n${missing.join('\n')}`, EXIT.incomplete);
}

async function* single<T>(value: Promise<T>): AsyncGenerator<T> {
  yield await value;
}
