import { type Mutation, unit } from '../mutation.js';

const tests = [unit('libs/testing/test/unit/rules-against-oracle.test.ts')];

export const RULE_FAULTS: Mutation[] = [
  {
    name: 'accept a foreign owner',
    file: 'libs/object-rules/src/decide-update.ts',
    search: 'kept.workspace !== context.workspace',
    replace: 'false',
    tests,
  },
  {
    name: 'edit a foreign object',
    file: 'libs/object-rules/src/addressed.ts',
    search: 'current === undefined || current.workspace !== context.workspace',
    replace: 'current === undefined',
    tests,
  },
  { name: 'ignore If-Match', file: 'libs/object-rules/src/addressed.ts', search: 'ifRevision !== current.revision', replace: 'false', tests },
  { name: '> instead of >= for what counts', file: 'libs/object-rules/src/freshness.ts', search: 'observedAt >= held', replace: 'observedAt > held', tests },
  {
    name: 'late observations move an object back',
    file: 'libs/object-rules/src/evolve.ts',
    search: 'change.position !== undefined && counts(change.observedAt, state?.position.observedAt)',
    replace: 'change.position !== undefined',
    tests,
  },
  {
    name: 'late field values overwrite newer ones',
    file: 'libs/object-rules/src/evolve.ts',
    search: 'reported !== undefined && counts(change.observedAt, heldField(fields, name)?.observedAt)',
    replace: 'reported !== undefined',
    tests,
  },
  {
    name: 'late observations are not marked',
    file: 'libs/object-rules/src/applied.ts',
    search: '!changesState(current, change)',
    replace: 'false',
    tests,
  },
  {
    name: 'the owner follows the last writer',
    file: 'libs/object-rules/src/evolve.ts',
    search: 'kept?.workspace ?? change.workspace',
    replace: 'change.workspace',
    // Equal as long as foreign writers are refused first: only the unit test of the fold can see it.
    tests: [...tests, unit('libs/object-rules')],
  },
  {
    name: 'a first update may lack its location',
    file: 'libs/object-rules/src/decide-update.ts',
    search: "if (current === undefined && update.locationUpdate === undefined) return rejected('first-update-needs-location');",
    replace: '',
    tests,
  },
  {
    name: 'initialExternalObject is applied to existing objects',
    file: 'libs/object-rules/src/decide-update.ts',
    search: "if (current !== undefined) return applied('updated', current, change);",
    replace: "if (current !== undefined && update.initialExternalObject === undefined) return applied('updated', current, change);",
    tests,
  },
  {
    name: 'an update brings an archived object back',
    file: 'libs/object-rules/src/evolve.ts',
    search: "kind !== 'restored' && (state?.archived ?? false)",
    replace: 'false',
    tests,
  },
  {
    name: 'revisions begin anew after an erasure',
    file: 'libs/object-rules/src/decide-update.ts',
    search: '(kept?.revision ?? 0) + 1);',
    replace: '(current?.revision ?? 0) + 1);',
    tests,
  },
  {
    name: 'an erased object can be archived and edited',
    file: 'libs/object-rules/src/addressed.ts',
    search: 'const current = liveObject(kept);',
    replace: 'const current = kept as ObjectState | undefined;',
    tests,
  },
  {
    name: 'an erased id is free to take',
    file: 'libs/object-rules/src/decide-update.ts',
    search: "if (kept !== undefined && kept.workspace",
    replace: "if (liveObject(kept) !== undefined && kept!.workspace",
    tests,
  },
  {
    name: 'a field named twice passes',
    file: 'libs/object-rules/src/observation.ts',
    search: 'if (names.has(field)) return',
    replace: 'if (false as boolean) return',
    tests,
  },
  {
    name: 'observations of next week pass',
    file: 'libs/object-rules/src/limits.ts',
    search: '5 * 60 * 1000',
    replace: '5 * 60 * 1000 * 2000',
    tests,
  },
  {
    name: 'device time is ignored',
    file: 'libs/object-rules/src/observation.ts',
    search: 'observedAt: seen.observedAt ?? context.receivedAt',
    replace: 'observedAt: context.receivedAt',
    tests,
  },
];
