import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { ExternalObjectUpdateDto } from '#contracts/dto/external-object-update.dto.js';
import { tries } from '#testing/workload/tries.js';
import type { Mapped } from '../../src/mapping/map-reading.js';
import { mapReading } from '../../src/mapping/map-reading.js';
import type { Reading } from '../../src/reading/reading.js';
import { QUARANTINE_REASONS, type Received } from '../../src/reading/source.js';
import { RECEIVED_AT, sourceWith } from './sample-source.js';

const INPUTS = tries(100_000);

const source = sourceWith({
  map: {
    id: 'id',
    externalId: 'own.id',
    observedAt: 'at',
    lat: 'pos.lat',
    lon: 'pos.lon',
    alt: 'pos.alt',
    accuracy: 'acc',
    floor: 'floor',
    title: 'title',
    fields: { n: { type: 'Number', value: 'n' }, s: { type: 'String', value: 's' }, c: { type: 'Category', value: 'c' } },
  },
});
const check = compileDto(ExternalObjectUpdateDto);

const anything: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  [],
  [1],
  {},
  { lat: 1 },
  '53.4',
  '-0',
  '1e3',
  '',
  ' ',
  '0x1',
  '2026-11-21T08:00:00Z',
  '__proto__',
  'a\u0000b',
  '\ud800',
  'x'.repeat(300),
  0,
  -0,
  NaN,
  Infinity,
  1e308,
  5e-324,
  ...fc.sample(fc.oneof(fc.double(), fc.integer(), fc.string({ unit: 'binary', maxLength: 12 })), { numRuns: 200, seed: 1 }),
];
const likely: Readonly<Record<string, readonly unknown[]>> = {
  id: ['7', 12, 'truck-7'],
  at: [1_763_712_000, 1_763_712_000_500, '2026-11-21T08:00:00Z', undefined],
  acc: [1, 0.5, undefined],
  floor: [1, 'B2', undefined],
  title: ['Truck', undefined],
  n: [1, '2.5', null],
  s: ['text', null],
  c: ['idle', null],
};

/**
 * A generator with the same numbers in every run (mulberry32): creating a hundred thousand inputs with fast-check takes longer than the
 * mapping.
 */
let state = 20_261_121;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const oneOf = (values: readonly unknown[]): unknown => values[Math.floor(random() * values.length)];
const degree = (): unknown => {
  const kind = random();
  const number = (random() - 0.5) * 400;
  return kind < 0.6 ? number : kind < 0.85 ? number.toFixed(random() < 0.5 ? 6 : 20) : oneOf(anything);
};
const position = (): unknown =>
  random() < 0.02
    ? oneOf(anything)
    : {
        ...(random() < 0.97 && { lat: degree() }),
        ...(random() < 0.97 && { lon: degree() }),
        ...(random() < 0.1 && { alt: oneOf(anything) }),
      };
const document = (): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(likely).map(([name, values]) => [name, oneOf(random() < 0.05 ? anything : values)])),
  ...(random() < 0.9 && { pos: position() }),
  ...(random() < 0.05 && { own: { id: oneOf(anything) } }),
});
const reading = (): Reading | undefined =>
  random() < 0.5
    ? undefined
    : {
        id: String(oneOf(anything)),
        ...(random() < 0.7 && { position: { lat: (random() - 0.5) * 200, lon: (random() - 0.5) * 400 } }),
        ...(random() < 0.1 && { observedAt: Number(oneOf(anything)) }),
        fields: {},
      };

/** The value in the message itself, read independently of the mapping. */
function numberIn(value: unknown): number | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

function judge({ document: came, reading: read }: Received, mapped: Mapped): void {
  if ('quarantined' in mapped) {
    if (!QUARANTINE_REASONS.includes(mapped.quarantined.reason) || mapped.quarantined.detail.length > 600)
      throw new Error(`badly reported: ${JSON.stringify(mapped)}`);
    return;
  }
  const { element } = mapped;
  if (check(element) !== undefined) throw new Error(`not valid: ${JSON.stringify(element)}`);
  const sent = element.locationUpdate?.newPosition;
  const { pos } = came as { pos?: { lat?: unknown; lon?: unknown } | null };
  const [lat, lon] = [numberIn(pos?.lat), numberIn(pos?.lon)];
  const expected = lat !== undefined || lon !== undefined ? { lat, lon } : read?.position;
  // The sent position equals the message's to the last digit: not rounded, swapped, clamped or combined from two halves.
  if (sent !== undefined && (sent.lat !== (expected?.lat ?? NaN) + 0 || sent.lon !== (expected?.lon ?? NaN) + 0))
    throw new Error(`another position: ${JSON.stringify({ came, read, sent })}`);
  if (sent === undefined && expected !== undefined) throw new Error(`a position was left out: ${JSON.stringify({ came, read })}`);
}

it(`maps ${INPUTS} messages of any content without a crash or a position that was not in them`, () => {
  let elements = 0;
  for (let input = 0; input < INPUTS; input++) {
    const received: Received = { document: document(), reading: reading() };
    const mapped = mapReading(received, source, RECEIVED_AT);
    // Paths over lists are evaluated by JSONata and return a promise; the property-based test of paths checks the same values for them.
    if (mapped instanceof Promise) continue;
    if ('element' in mapped) elements += 1;
    judge(received, mapped);
  }
  expect(elements).toBeGreaterThan(INPUTS / 20);
});
