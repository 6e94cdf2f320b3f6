import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edit, ScratchCopy } from './scratch-copy.js';

/** Everything that is written by hand for a number `satellites` of a position. */
const BY_HAND: readonly Edit[] = [
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

  it('takes four files by hand and two that are generated, as docs/architecture.md says', () => {
    expect(copy.files.length).toBeLessThanOrEqual(4);
    expect(copy.files.length + GENERATED).toBeLessThanOrEqual(8);
    const guide = readFileSync(fileURLToPath(new URL('../../docs/architecture.md', import.meta.url)), 'utf8');
    for (const file of copy.files) expect(guide).toContain(`\`${file}\``);
  });
});
