import { expect, it } from 'vitest';
import type { ChangeKind, ObjectChange } from '#object-rules/change.js';
import { changeLine } from '../../src/changes/change-line.js';
import { decodeChange, type IncomingChange } from '../../src/changes/incoming-change.js';

const OBSERVED = '2026-11-21T08:00:00.000Z';
const RECEIVED = '2026-11-21T08:00:01.250Z';
const TIMES = `"observedAt":"${OBSERVED}","receivedAt":"${RECEIVED}"`;

/** A record of object.events, including the caller. */
function incoming(kind: ChangeKind, revision: number, reported: Partial<ObjectChange>): IncomingChange {
  const who = { workspace: 'w', operationId: '019a0000-0000-7000-8000-000000000000', index: 4, subject: 'somebody' };
  const value = { externalId: 'a', ...who, revision, observedAt: OBSERVED, receivedAt: RECEIVED, ...reported };
  const headers = { ce_type: Buffer.from(`waymark.object.${kind}.v1`) };
  return decodeChange({
    topic: 'object.events',
    partition: 0,
    offset: 7,
    timestamp: 0,
    key: Buffer.from('a'),
    value: Buffer.from(JSON.stringify(value)),
    headers,
  });
}

/** Complete lines, compared exactly, because readers of the feed and of the history get these. */
it.each<[what: string, change: IncomingChange, line: string]>([
  [
    'created',
    incoming('created', 1, {
      position: { lat: 53.4, lon: -2.98, alt: 12, accuracy: 3.5, floor: 'L2' },
      fields: { battery: { type: 'Number', value: 87 } },
      set: { title: 'Forklift', type: 'vehicle' },
    }),
    `{"externalId":"a","revision":1,"type":"waymark.object.created.v1",${TIMES},"position":{"lat":53.4,"lon":-2.98,"alt":12,"accuracy":3.5,"floor":"L2"},"fields":{"battery":{"type":"Number","value":87}},"set":{"title":"Forklift","type":"vehicle"}}`,
  ],
  [
    'updated with a position only: no fields',
    incoming('updated', 2, { position: { lat: 1, lon: 2 } }),
    `{"externalId":"a","revision":2,"type":"waymark.object.updated.v1",${TIMES},"position":{"lat":1,"lon":2}}`,
  ],
  [
    'updated with fields only: it moved nothing, so there is no position',
    incoming('updated', 3, {
      fields: { state: { type: 'Category', value: { namespace: 'n', categoryName: 'idle' } }, note: { type: 'String', value: 'é "x"' } },
    }),
    `{"externalId":"a","revision":3,"type":"waymark.object.updated.v1",${TIMES},"fields":{"state":{"type":"Category","value":{"namespace":"n","categoryName":"idle"}},"note":{"type":"String","value":"é ` +
      `\\"x\\""}}}`,
  ],
  [
    'a cleared field: the value is null, not left out',
    incoming('updated', 4, { fields: { note: { type: 'String', value: null } } }),
    `{"externalId":"a","revision":4,"type":"waymark.object.updated.v1",${TIMES},"fields":{"note":{"type":"String","value":null}}}`,
  ],
  [
    'a stale observation: marked, with all that it reported',
    incoming('updated', 5, { stale: true, position: { lat: 3, lon: 4 }, fields: { battery: { type: 'Number', value: 0 } } }),
    `{"externalId":"a","revision":5,"type":"waymark.object.updated.v1",${TIMES},"stale":true,"position":{"lat":3,"lon":4},"fields":{"battery":{"type":"Number","value":0}}}`,
  ],
  [
    'edited: what was set and what was cleared',
    incoming('edited', 6, { set: { title: 'Truck', description: null } }),
    `{"externalId":"a","revision":6,"type":"waymark.object.edited.v1",${TIMES},"set":{"title":"Truck","description":null}}`,
  ],
  ['archived', incoming('archived', 7, {}), `{"externalId":"a","revision":7,"type":"waymark.object.archived.v1",${TIMES}}`],
  ['restored', incoming('restored', 8, {}), `{"externalId":"a","revision":8,"type":"waymark.object.restored.v1",${TIMES}}`],
])('%s', (_what, change, line) => expect(changeLine(change)).toBe(line));
