import { type Mutation, stack, unit } from '../mutation.js';

const real = stack('apps/gateway/test/real/narrowing.test.ts');
const fields = [unit('apps/gateway/test/unit/field-watch.test.ts'), stack('apps/directory-service/test/real/fields.test.ts')];
const interfaces = unit('apps/gateway/test/unit/interface-by-token.test.ts');

/** Faults by which a token reaches more than it was given, or a workspace's definitions are no longer enforced. */
export const NARROWED_TOKEN_FAULTS: Mutation[] = [
  {
    name: 'let narrowed tokens in where nothing keeps to it',
    file: 'libs/identity/src/route-protection.ts',
    search: "rule.narrowing === 'enforced') return undefined;",
    replace: 'rule.method.length > 0) return undefined;',
    tests: [unit('libs/identity/test/unit/tokens.test.ts')],
  },
  {
    name: 'read a narrowing that is not understood as none',
    file: 'libs/identity/src/narrowing-shape.ts',
    search: 'if (Object.keys(others).length > 0)',
    replace: 'if (Object.keys(others).length > 99)',
    tests: [unit('libs/identity/test/unit/tokens.test.ts')],
  },
  {
    name: 'update objects of any type',
    file: 'libs/object-rules/src/decide-update.ts',
    search: "if (current !== undefined && !mayTouch(current, context)) return outsideTypes('The object has another type', context);",
    replace: '',
    tests: [unit('libs/object-rules/test/unit/narrowed-types.test.ts'), real],
  },
  {
    name: 'edit an object out of its types',
    file: 'libs/object-rules/src/decide-edit.ts',
    search: 'set?.type !== undefined &&',
    replace: 'set?.type === undefined &&',
    tests: [unit('libs/object-rules/test/unit/narrowed-types.test.ts'), real],
  },
  {
    name: 'forget the types on the way to the log',
    file: 'apps/gateway/src/writes/command-records.ts',
    search: 'objectTypes: operation.objectTypes as string[] | undefined,',
    replace: '',
    tests: [real],
  },
  {
    name: 'take any field from a narrowed token',
    file: 'apps/gateway/src/checks/narrowed-elements.ts',
    search: 'if (at === -1) return undefined;',
    replace: 'if (at < 1e9) return undefined;',
    tests: [unit('apps/gateway/test/unit/write-calls.test.ts'), real],
  },
  {
    name: 'answer with outcomes of another narrowing by the same key',
    file: 'apps/gateway/src/writes/write-calls.ts',
    search: 'commandKey(givenKey, nameFor(route.name, narrowing), body)',
    replace: 'bodyHashOf(nameFor(door.name, undefined), body)',
    tests: [unit('apps/gateway/test/unit/write-calls.test.ts')],
  },
  {
    name: 'show every operation to a narrowed token',
    file: 'apps/gateway/src/writes/operations.controller.ts',
    search: 'this.ids.read(publicId, workspace, request.caller.narrowing)',
    replace: 'this.ids.read(publicId, workspace)',
    tests: [unit('apps/gateway/test/unit/operations.test.ts'), real],
  },
  {
    name: 'read without saying that the token is narrowed',
    file: 'apps/gateway/src/services/caller-headers.ts',
    search: 'if (narrowing !== undefined) headers[NARROWED_HEADER]',
    replace: 'if (narrowing === null) headers[NARROWED_HEADER]',
    tests: [real],
  },
  {
    name: 'list ids by a prefix with wildcards in it',
    file: 'apps/projection-service/src/reading/object-filter.ts',
    search: "idPrefix.replace(/[\\\\%_]/g, '\\\\$&')",
    replace: 'idPrefix',
    tests: [real],
  },
  {
    name: 'go on from a cursor of another narrowing',
    file: 'apps/projection-service/src/feed/cursor.ts',
    search: 'if (!narrowing.equals(tagOrNone(context.narrowing)))',
    replace: 'if (body.length < 9)',
    tests: [unit('apps/projection-service/test/unit/cursor.test.ts'), real],
  },
  {
    name: 'show a narrowed feed objects of any type',
    file: 'apps/projection-service/src/feed/shown-changes.ts',
    search: 'now !== undefined && typeShown(view, now.type ?? undefined) && ',
    replace: 'now !== undefined && ',
    tests: [real],
  },
  {
    name: 'show a narrowed history all fields',
    file: 'apps/projection-service/src/history/object-history.controller.ts',
    search: 'lines.map((line) => narrowedLine(line, narrowing))',
    replace: 'lines',
    tests: [real],
  },
  {
    name: 'refuse where a definition only warns',
    file: 'apps/gateway/src/checks/field-watch.ts',
    search: "if (definition!.onConflict === 'reject')",
    replace: 'if (definition!.onConflict.length > 0)',
    tests: fields,
  },
  {
    name: 'forget what was seen while the directory is away',
    file: 'apps/gateway/src/checks/sightings-report.ts',
    search: 'if (status >= 500) return;',
    replace: '',
    tests: fields,
  },
  {
    name: 'describe what a narrowed token may not call',
    file: 'apps/gateway/src/openapi/caller-view.ts',
    search: "(caller.narrowing !== undefined && narrowing !== 'enforced')",
    replace: 'false',
    tests: [interfaces],
  },
  {
    name: 'name workspaces that only another role opens',
    file: 'apps/gateway/src/openapi/caller-view.ts',
    search: 'granted.has(scope) && (status',
    replace: '(status',
    tests: [interfaces],
  },
];
