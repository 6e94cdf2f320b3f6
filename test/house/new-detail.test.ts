import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edit, ScratchCopy } from './scratch-copy.js';

/** Everything that is written by hand for a number `exampleDetail` of a position. */
const BY_HAND: readonly Edit[] = [
  ['libs/object-rules/src/position.ts', '  speed?: number;', '  exampleDetail?: number;\n'],
  [
    'libs/object-rules/src/position.ts',
    "  speed: { type: 'number'",
    "  exampleDetail: { type: 'number', minimum: 0, description: 'Of an example.', examples: [9] },\n",
  ],
  [
    'libs/contracts/src/dto/location-update.dto.ts',
    '  @MayBeAbsent()\n  @NumberOf(POSITION_DETAILS.speed)',
    '  @MayBeAbsent()\n  @NumberOf(POSITION_DETAILS.exampleDetail)\n  exampleDetail?: number;\n\n',
  ],
  ['apps/agent/src/reading/element.ts', "  speed: 'Speed over ground", "  exampleDetail: 'Of an example.',\n"],
  [
    'apps/map/src/words/position-details.ts',
    "  speed: { english: 'Speed'",
    "  exampleDetail: { english: 'Example', german: 'Beispielwert', shown: String },\n",
  ],
];

/** In addition: docs/asyncapi.json and apps/agent/agent.schema.json (new-detail-carried.ts), and docs/history.md, which is recorded. */
const GENERATED = 3;

describe('a new property of the posted position', () => {
  let copy: ScratchCopy;
  beforeAll(() => {
    copy = new ScratchCopy(BY_HAND);
  }, 180_000);
  afterAll(() => copy.remove());

  it('goes from the request to events, states, exports, the agent and the app', { timeout: 120_000 }, () => {
    const { status, output } = copy.test('new-detail-carried');
    expect(status, output).toBe(0);
    expect(output).toContain('7 passed');
  });

  it('takes four files by hand and three that are generated, as docs/architecture.md says', () => {
    expect(copy.files.length).toBeLessThanOrEqual(4);
    expect(copy.files.length + GENERATED).toBeLessThanOrEqual(8);
    const guide = readFileSync(fileURLToPath(new URL('../../docs/architecture.md', import.meta.url)), 'utf8');
    for (const file of copy.files) expect(guide).toContain(`\`${file}\``);
  });
});
