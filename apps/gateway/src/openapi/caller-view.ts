import type { FieldRecord } from '#contracts/directory/records.js';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { Caller, Narrowing } from '#identity/caller.js';
import { fieldInside } from '#identity/narrowing.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import { ROUTES } from '../routes/routes.js';
import { exampleOf, type FieldExample } from './field-examples.js';

/** Prefix of the subjects of people. */
const PERSON = 'person:';
const MAX_EXAMPLES = 10;
const MAX_FIELDS_OF_EXAMPLE = 5;

/** Everything that determines the document of one caller. */
export interface CallerView {
  /** For each allowed route, by name, the workspaces in which it is allowed; null if the route does not belong to a workspace. */
  operations: Record<string, readonly string[] | null>;
  examples: WorkspaceExample[];
  types?: readonly string[];
  idPrefix?: string;
}

export interface WorkspaceExample {
  workspace: string;
  name: string;
  fieldValues: FieldExample[];
}

type Directory = Pick<DirectoryCopy, 'workspace' | 'fieldsOf'>;

/** The operations, workspaces and fields that a caller may use. @param caller null: anonymous */
export function viewOf(caller: Caller | null, directory: Directory): CallerView {
  const operations: CallerView['operations'] = {};
  for (const route of ROUTES) {
    const workspaces = callableFor(route, caller, directory);
    if (workspaces !== undefined) operations[route.name] = workspaces;
  }
  const { types, idPrefix } = caller?.narrowing ?? {};
  const written = operations['updateObjects'] ?? [];
  return {
    operations,
    examples: written.slice(0, MAX_EXAMPLES).map((id) => exampleFor(id, caller?.narrowing, directory)),
    types,
    idPrefix,
  };
}

/** Everything that determines the topics in the document of one caller. */
export interface TopicsView {
  /** Visible topics: all; the public ones; none, for a token that may not read changes. */
  shown: 'internal' | 'public' | 'none';
  /** Examples from the workspaces whose changes the caller may read. */
  examples: WorkspaceExample[];
}

/** The topics that a caller may see: public ones with permission to poll the same changes, the others only as an operator. */
export function topicsViewOf(caller: Caller, directory: Directory): TopicsView {
  const readable =
    callableFor(
      ROUTES.find(({ name }) => name === 'pollChanges')!,
      caller,
      directory,
    ) ?? [];
  const shown = caller.scopes.has('operator') ? 'internal' : readable.length > 0 ? 'public' : 'none';
  return { shown, examples: readable.slice(0, MAX_EXAMPLES).map((id) => exampleFor(id, caller.narrowing, directory)) };
}

/** Workspaces where the check of the route would admit the caller, null as in `operations`; undefined if it would never admit it. */
function callableFor(
  { scope, path, method, narrowing, ofPeople, ofOperation }: GatewayRoute,
  caller: Caller | null,
  directory: Directory,
): readonly string[] | null | undefined {
  if (ofOperation === true && caller?.scopes.has('operator') !== true) return undefined;
  if (scope === null) return null;
  if (caller === null || (caller.narrowing !== undefined && narrowing !== 'enforced')) return undefined;
  if (ofPeople === true && !caller.subject.startsWith(PERSON)) return undefined;
  if (scope === 'any') return null;
  if (!caller.scopes.has(scope)) return undefined;
  if (!path.startsWith('/groups/:')) return null;
  const workspaces = [...caller.grants].flatMap(([id, granted]) => {
    const status = directory.workspace(id)?.status;
    return granted.has(scope) && (status === 'active' || (status === 'suspended' && method === 'GET')) ? [id] : [];
  });
  return workspaces.length > 0 ? workspaces.sort() : undefined;
}

function exampleFor(workspace: string, narrowing: Narrowing | undefined, directory: Directory): WorkspaceExample {
  const defined: FieldRecord[] = [];
  for (const field of directory.fieldsOf(workspace)?.values() ?? []) {
    if (defined.length === MAX_FIELDS_OF_EXAMPLE) break;
    if (field.review !== 'ignored' && (narrowing === undefined || fieldInside(narrowing, field.name))) defined.push(field);
  }
  return {
    workspace,
    name: directory.workspace(workspace)?.name ?? workspace,
    fieldValues: defined.length > 0 ? defined.map(exampleOf) : undefinedFields(narrowing),
  };
}

/** The example for a workspace without defined fields. */
function undefinedFields(narrowing: Narrowing | undefined): FieldExample[] {
  return (narrowing?.fields ?? ['battery']).slice(0, 1).map((field) => ({ type: 'Number', field, value: 81.5 }));
}
