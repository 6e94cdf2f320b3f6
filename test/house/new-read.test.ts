import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edit, ScratchCopy } from './scratch-copy.js';

const OBJECTS = 'apps/projection-service/src/objects';

/** Everything that is written by hand for `GET /groups/{groupID}/objectCount`. */
const BY_HAND: readonly Edit[] = [
  [
    `${OBJECTS}/object-count.controller.ts`,
    undefined,
    `import { Controller, Get, Header, Headers, Inject, Param, UseGuards, UseInterceptors } from '@nestjs/common';
import type { Pool } from 'pg';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { objectConditions } from '../reading/object-filter.js';
import { READ_POOL } from '../storage/pools.js';

/** The number of a workspace's objects; the gateway has authorised the caller. */
@Controller('groups/:group/objectCount')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The projection cannot be read at the moment. Try again.'))
export class ObjectCountController {
  constructor(@Inject(READ_POOL) private readonly pool: Pool) {}

  @Get()
  @Header('cache-control', 'no-store')
  async count(@Param('group') workspace: string, @Headers(NARROWED_HEADER) narrowed?: string): Promise<{ objects: number }> {
    const values: unknown[] = [];
    const asked = { workspace, archived: 'exclude', narrowing: forwardedNarrowing(narrowed) } as const;
    const conditions = objectConditions(asked, (value) => \`$\${values.push(value)}\`);
    const count = 'select count(*)::int as objects from object_state where';
    return (await this.pool.query(\`\${count} \${conditions.join(' and ')}\`, values)).rows[0];
  }
}
`,
  ],
  [
    `${OBJECTS}/objects.module.ts`,
    "import { ObjectsController } from './objects.controller.js';",
    "import { ObjectCountController } from './object-count.controller.js';\n",
  ],
  [`${OBJECTS}/objects.module.ts`, 'TypesController, HoldsController],', 'ObjectCountController, '],
  [
    'apps/gateway/src/routes/routes.ts',
    "  {\n    name: 'listTypes',",
    `  {
    name: 'countObjects',
    method: 'GET',
    path: '/groups/:groupID/objectCount',
    to: 'reads',
    scope: 'objects:read',
    narrowing: 'enforced',
    produces: JSON_TYPE,
    tag: 'Objects',
    summary: 'Count the objects',
  },
`,
  ],
  [
    'apps/gateway/src/openapi/operations.ts',
    "  'GET /groups/:groupID/types': {",
    `  'GET /groups/:groupID/objectCount': {
    description: 'Archived objects are not counted.',
    responses: { 200: json('ObjectSum', 'The number.') },
  },
`,
  ],
  [
    'apps/gateway/src/openapi/schemas.ts',
    '    TypeList: open({',
    `    ObjectSum: {
      ...open({ objects: integer({ minimum: 0, description: 'Objects that are not archived.', example: 12 }) }),
      description: 'The number of objects.',
    },
`,
  ],
  [
    'docs/endpoints.md',
    '| `GET …/{externalId}/export`',
    '| `GET /groups/{groupID}/objectCount` | the number of objects | `objects:read` |\n',
  ],
];

describe('a new read', () => {
  let copy: ScratchCopy;
  beforeAll(() => {
    copy = new ScratchCopy(BY_HAND);
  }, 180_000);
  afterAll(() => copy.remove());

  it('is forwarded, answered, described and listed', { timeout: 300_000 }, () => {
    const { status, output } = copy.test(
      'new-read-carried',
      'apps/gateway/test/unit/interface-lint.test.ts',
      'test/house/docs.test.ts',
      '--testNamePattern=countObjects|linters|every public route',
    );
    expect(status, output).toBe(0);
  });

  it('takes six files by hand and one that is generated, as docs/architecture.md says', () => {
    // `npm run docs:contracts` writes it; new-read-carried.ts does.
    const generated = 'apps/gateway/contract/published/countObjects.200.json';
    expect(existsSync(join(copy.folder, generated))).toBe(true);
    expect([...copy.files, generated].length).toBeLessThanOrEqual(7);
    const guide = readFileSync(fileURLToPath(new URL('../../docs/architecture.md', import.meta.url)), 'utf8');
    for (const file of copy.files.filter((name) => !name.startsWith(OBJECTS))) expect(guide).toContain(`\`${file}\``);
  });
});
