import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Everything that is written by hand for a number `satellites` of a position: a file, a line of it, and the text before that line. */
const BY_HAND: readonly (readonly [file: string, before: string, added: string])[] = [
  ['libs/object-rules/src/position.ts', '  speed?: number;', '  satellites?: number;\n'],
  [
    'libs/object-rules/src/position.ts',
    "  speed: { type: 'number'",
    "  satellites: { type: 'number', minimum: 0, description: 'Satellites that the receiver used.', examples: [9] },\n",
  ],
  [
    'libs/contracts/src/dto/location-update.dto.ts',
    '  @MayBeAbsent()\n  @NumberOf(POSITION_DETAILS.speed)',
    '  @MayBeAbsent()\n  @NumberOf(POSITION_DETAILS.satellites)\n  satellites?: number;\n\n',
  ],
  ['apps/agent/src/reading/element.ts', "  speed: 'Speed over ground", "  satellites: 'Satellites that the receiver used.',\n"],
  [
    'apps/map/src/words/position-details.ts',
    "  speed: { english: 'Speed'",
    "  satellites: { english: 'Satellites', german: 'Satelliten', shown: String },\n",
  ],
];

/** In addition: docs/asyncapi.json and apps/agent/agent.schema.json (new-detail-carried.ts). */
const GENERATED = 2;

describe('a new property of the posted position', () => {
  const copy = mkdtempSync(join(tmpdir(), 'waymark-new-detail-'));
  beforeAll(() => {
    for (const part of ['apps', 'libs', 'test/house', 'vitest.config.ts', 'package.json', 'tsconfig.json', 'docs/asyncapi.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true, filter: (path) => !/\/(node_modules|dist|browser)$/.test(path) });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const [file, before, added] of BY_HAND) {
      const text = readFileSync(join(copy, file), 'utf8');
      expect(text, `${file} has no “${before}”`).toContain(before);
      writeFileSync(join(copy, file), text.replace(before, added + before));
    }
    cpSync(join(root, 'test/house/new-detail-carried.ts'), join(copy, 'test/house/carried.test.ts'));
  }, 180_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('goes from the request to events, states, exports, the agent and the app', { timeout: 120_000 }, () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'test/house/carried.test.ts'],
      { cwd: copy, encoding: 'utf8', env: { PATH: process.env.PATH, NO_COLOR: '1' } },
    );
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('7 passed');
  });

  it('takes four files by hand and two that are generated, as docs/architecture.md says', () => {
    const files = [...new Set(BY_HAND.map(([file]) => file))];
    expect(files.length).toBeLessThanOrEqual(4);
    expect(files.length + GENERATED).toBeLessThanOrEqual(8);
    const guide = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    for (const file of files) expect(guide).toContain(`\`${file}\``);
  });
});
