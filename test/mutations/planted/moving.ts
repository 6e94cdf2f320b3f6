import { type Mutation, stack, unit } from '../mutation.js';

const adoptions = [unit('apps/operator-cli/test/unit/adoptions-of.test.ts')];
const areas = [stack('apps/area-service/test/real/adopted-areas.test.ts')];

export const MOVING_FAULTS: Mutation[] = [
  {
    name: 'imports a moved change into an object of another workspace',
    file: 'libs/object-rules/src/decide-adoption.ts',
    search: 'kept.workspace !== workspace && isOwned(kept)',
    replace: 'kept.workspace === undefined && isOwned(kept)',
    tests: adoptions,
  },
  {
    name: 'imports a moved change twice',
    file: 'libs/object-rules/src/decide-adoption.ts',
    search: 'told.revision <= kept.revision',
    replace: 'told.revision < 0',
    tests: adoptions,
  },
  {
    name: 'loses fields that were reported before the history begins',
    file: 'apps/operator-cli/src/moving/adoptions-of.ts',
    search: 'for (const [name, { type, value, observedAt }] of Object.entries(fields)) {',
    replace: 'for (const [name, { type, value, observedAt }] of Object.entries(fields).slice(1)) {',
    tests: adoptions,
  },
  {
    name: 'lets a moved token use the grants that it names',
    file: 'libs/identity/src/moved-tokens.ts',
    search: 'grants: new Map([[moved.workspace, scopes]]),',
    replace: 'grants: said.grants,',
    tests: [unit('libs/identity/test/unit/moved-tokens.test.ts')],
  },
  {
    name: 'accepts tokens that were made elsewhere after the move',
    file: 'libs/identity/src/moved-tokens.ts',
    search: "if (moved === undefined) throw new TokenRefusedError('The token was not moved here with its workspace; make one here');",
    replace: 'if (moved === undefined) return said;',
    tests: [unit('libs/identity/test/unit/moved-tokens.test.ts')],
  },
  {
    name: 'writes what a move sends into a workspace that is in use',
    file: 'apps/gateway/src/forwarding/forward-moved.ts',
    search: "?.move?.state === 'receiving') return done();",
    replace: '!== undefined) return done();',
    tests: [unit('apps/gateway/test/unit/adopting.test.ts')],
  },
  {
    name: 'replaces an area of another workspace by one that is moved here',
    file: 'apps/area-service/src/areas/areas.ts',
    search: 'if (present !== undefined && present.workspace !== workspace)',
    replace: 'if (present !== undefined && present.workspace === undefined)',
    tests: areas,
  },
  {
    name: 'reports visits again that had ended before an area was moved here',
    file: 'apps/area-service/src/areas/areas.ts',
    search: '        outlineUpdatedAt: at,\n        createdAt,\n',
    replace: '        outlineUpdatedAt: createdAt,\n        createdAt,\n',
    tests: areas,
  },
];
