import type { ObjectChange } from '#object-rules/change.js';

/** A change like those of the load: a position and two numbers. */
export function sampleChange(turn: number, objects: number): ObjectChange {
  const id = (turn * 7_919) % objects;
  const time = '2026-11-21T08:00:00.000Z';
  return {
    externalId: `bench-${id}`,
    workspace: 'bench',
    revision: 1 + Math.floor(turn / objects),
    operationId: '0199c0de-0001-7000-8000-000000000001',
    index: turn % 100,
    observedAt: time,
    receivedAt: time,
    subject: 'bench',
    position: { lat: 53.4 + (id % 97) / 1000, lon: -2.99 + (id % 89) / 1000, alt: 12.5 },
    fields: { battery: { type: 'Number', value: 100 - (turn % 97) }, temperature: { type: 'Number', value: 18 + (turn % 31) / 10 } },
  };
}
