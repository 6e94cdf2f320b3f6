import type { ApiClient } from '../api/api-client.js';
import { ObjectsReader } from '../api/objects-reader.js';
import { entriesOf } from '../api/pages.js';
import { RefusedError } from '../api/refused-error.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { part } from '../session/command-work.js';
import type { Session } from '../session/session.js';

const OBJECTS_PER_PAGE = '1000';
/** 422: no token can be created for a workspace that is being deleted. */
const NOT_TO_BE_READ = [403, 404, 422];

/**
 * Writes a workspace as NDJSON: lines `{"kind", "value"}` of the kinds workspace, token (without the token itself), field and object, page
 * by page, and at the end `{"kind": "end", "counts", "left"}`. An operator gets everything. Parts that another token may not read are
 * omitted, listed in the last line and reported on stderr.
 * @throws CliError after everything else is written if something was omitted
 */
export async function exportWorkspace(session: Session, id: string): Promise<void> {
  const operator = await session.isOperator();
  const objects = operator ? new ObjectsReader(session.api, id) : undefined;
  try {
    await exportBy(session, id, operator, objects ?? session.api);
  } finally {
    await objects
      ?.close()
      .catch(() =>
        session.output.note(
          'The token used to read the objects could not be revoked; it expires within 15 minutes. See: waymark token list',
        ),
      );
  }
}

async function exportBy({ api, output }: Session, id: string, operator: boolean, objects: Pick<ApiClient, 'get'>): Promise<void> {
  const inWorkspace = `/groups/${part(id)}`;
  const parts: Record<string, () => AsyncIterable<unknown>> = {
    workspace: () => single(api.get(`/operator/workspaces/${part(id)}`)),
    token: () =>
      entriesOf(api, {
        path: operator ? '/operator/tokens' : `${inWorkspace}/tokens`,
        entries: 'tokens',
        cursorParameter: 'before',
        query: operator ? { workspace: id } : {},
      }),
    field: () => entriesOf(api, { path: `${operator ? `/operator/workspaces/${part(id)}` : inWorkspace}/fields`, entries: 'fields' }),
    object: () =>
      entriesOf(objects, {
        path: `${inWorkspace}/externalObjects`,
        entries: 'objects',
        query: { includeArchived: 'true', limit: OBJECTS_PER_PAGE },
      }),
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
      if (!(error instanceof RefusedError) || !NOT_TO_BE_READ.includes(error.status)) throw error;
      left[kind] = error.problem.detail ?? error.message;
    }
  }
  output.line({ kind: 'end', counts, left });
  const missing = Object.entries(left).map(([kind, reason]) => `  ${kind}: ${reason}`);
  if (missing.length > 0)
    throw new CliError(`Omitted from the export, because the token may not read it:\n${missing.join('\n')}`, EXIT.incomplete);
}

async function* single<T>(value: Promise<T>): AsyncGenerator<T> {
  yield await value;
}
