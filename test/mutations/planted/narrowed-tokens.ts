import { type Mutation, stack, unit } from '../mutation.js';

const real = stack('apps/gateway/test/real/narrowing.test.ts');
const fields = [unit('apps/gateway/test/unit/field-watch.test.ts'), stack('apps/directory-service/test/real/fields.test.ts')];
const interfaces = unit('apps/gateway/test/unit/interface-by-token.test.ts');

/** Faults by which a token reaches more than it was given, or a workspace's definitions are no longer enforced. */
export const NARROWED_TOKEN_FAULTS: Mutation[] = [
  {
    name: 'accepts narrowed tokens on routes that do not enforce the narrowing',
    file: 'libs/identity/src/route-protection.ts',
    search: "rule.narrowing === 'enforced') return undefined;",
    replace: 'rule.method.length > 0) return undefined;',
    tests: [unit('libs/identity/test/unit/tokens.test.ts')],
  },
  {
    name: 'ignores unknown parts of a narrowing',
    file: 'libs/identity/src/narrowing-shape.ts',
    search: 'if (Object.keys(others).length > 0)',
    replace: 'if (Object.keys(others).length > 99)',
    tests: [unit('libs/identity/test/unit/tokens.test.ts')],
  },
  {
    name: 'lets a narrowed token update objects of any type',
    file: 'libs/object-rules/src/decide-update.ts',
    search: "if (current !== undefined && !mayTouch(current, context)) return outsideTypes('The object has a different type', context);",
    replace: '',
    tests: [unit('libs/object-rules/test/unit/narrowed-types.test.ts'), real],
  },
  {
    name: 'lets a narrowed token change an object to a type outside its types',
    file: 'libs/object-rules/src/decide-edit.ts',
    search: 'set?.type !== undefined &&',
    replace: 'set?.type === undefined &&',
    tests: [unit('libs/object-rules/test/unit/narrowed-types.test.ts'), real],
  },
  {
    name: 'drops a token’s types from the command record',
    file: 'apps/gateway/src/writes/command-records.ts',
    search: 'objectTypes: operation.objectTypes as string[] | undefined,',
    replace: '',
    tests: [real],
  },
  {
    name: 'accepts any field from a narrowed token',
    file: 'apps/gateway/src/checks/narrowed-elements.ts',
    search: 'if (at === -1) return undefined;',
    replace: 'if (at < 1e9) return undefined;',
    tests: [unit('apps/gateway/test/unit/write-calls.test.ts'), real],
  },
  {
    name: 'answers a repeated key with outcomes of another narrowing',
    file: 'apps/gateway/src/writes/write-calls.ts',
    search: 'commandKey(givenKey, nameFor(route.name, narrowing), body)',
    replace: 'bodyHashOf(nameFor(door.name, undefined), body)',
    tests: [unit('apps/gateway/test/unit/write-calls.test.ts')],
  },
  {
    name: 'shows every operation to a narrowed token',
    file: 'apps/gateway/src/writes/operations.controller.ts',
    search: 'this.ids.read(publicId, workspace, request.caller.narrowing)',
    replace: 'this.ids.read(publicId, workspace)',
    tests: [unit('apps/gateway/test/unit/operations.test.ts'), real],
  },
  {
    name: 'omits the header with the limits of a token',
    file: 'apps/gateway/src/services/caller-headers.ts',
    search: 'if (narrowing !== undefined) headers[NARROWED_HEADER]',
    replace: 'if (narrowing === null) headers[NARROWED_HEADER]',
    tests: [real],
  },
  {
    name: 'treats wildcards in an id prefix as wildcards',
    file: 'apps/projection-service/src/reading/object-filter.ts',
    search: "idPrefix.replace(/[\\\\%_]/g, '\\\\$&')",
    replace: 'idPrefix',
    tests: [real],
  },
  {
    name: 'accepts a cursor of another narrowing',
    file: 'apps/projection-service/src/feed/cursor.ts',
    search: 'if (!narrowing.equals(tagOrNone(context.narrowing)))',
    replace: 'if (body.length < 9)',
    tests: [unit('apps/projection-service/test/unit/cursor.test.ts'), real],
  },
  {
    name: 'shows objects of any type in a narrowed feed',
    file: 'apps/projection-service/src/feed/shown-changes.ts',
    search: 'now !== undefined && typeShown(view, now.type ?? undefined) && ',
    replace: 'now !== undefined && ',
    tests: [real],
  },
  {
    name: 'shows all fields in a narrowed history',
    file: 'apps/projection-service/src/history/object-history.controller.ts',
    search: 'lines.map((line) => narrowedLine(line, narrowing))',
    replace: 'lines',
    tests: [real],
  },
  {
    name: 'refuses a field whose definition only warns',
    file: 'apps/gateway/src/checks/field-watch.ts',
    search: "if (definition!.onConflict === 'reject')",
    replace: 'if (definition!.onConflict.length > 0)',
    tests: fields,
  },
  {
    name: 'drops sightings while the directory is unreachable',
    file: 'apps/gateway/src/checks/sightings-report.ts',
    search: 'if (status >= 500) return;',
    replace: '',
    tests: fields,
  },
  {
    name: 'describes routes that a narrowed token may not call',
    file: 'apps/gateway/src/openapi/caller-view.ts',
    search: "(caller.narrowing !== undefined && narrowing !== 'enforced')",
    replace: 'false',
    tests: [interfaces],
  },
  {
    name: 'lists workspaces that only another role opens',
    file: 'apps/gateway/src/openapi/caller-view.ts',
    search: 'granted.has(scope) && (status',
    replace: '(status',
    tests: [interfaces],
  },
];
