import { describe, expect, it } from 'vitest';
import type { EventRecord } from '#testing/oracle/history.js';
import { judgeReports, type ReportRow } from '#testing/oracle/judge-reports.js';

const DAY = '2026-11-27';

/** The events of an object that reports one position an hour. */
function eventsOf(way: readonly { lat: number; lon: number }[]): EventRecord[] {
  return way.map((position, index) => ({
    partition: 0,
    offset: index,
    key: 'truck',
    type: index === 0 ? 'waymark.object.created.v1' : 'waymark.object.updated.v1',
    externalId: 'truck',
    workspace: 'north',
    revision: index + 1,
    operationId: `op-${index}`,
    index: 0,
    observedAt: `${DAY}T0${index}:00:00.000Z`,
    receivedAt: `${DAY}T0${index}:00:01.000Z`,
    stale: false,
    position,
  }));
}

function findingsOf(way: readonly { lat: number; lon: number }[], distanceMm: number): string[] {
  const tracking: ReportRow = {
    from: `${DAY}T00:00:00.000Z`,
    type: null,
    updates: way.length,
    created: 1,
    stale: 0,
    objects: 1,
    distanceMetres: distanceMm / 1000,
    movingSeconds: 0,
    stillSeconds: 0,
    stops: 0,
    lastSeenAt: `${DAY}T0${way.length - 1}:00:00.000Z`,
  };
  const report = { workspace: 'north', tracking: [tracking], areas: [], usage: [], emitted: [], calls: new Map<string, number>() };
  return judgeReports(report, new Map([['truck', eventsOf(way)]])).map(({ rule }) => rule);
}

describe('the distance of a report', () => {
  const farAway = [
    { lat: 29.145, lon: 46.049 },
    { lat: -26.681, lon: -114.867 },
  ];
  const nearby = [
    { lat: 29.145, lon: 46.049 },
    { lat: 29.146, lon: 46.05 },
  ];

  it('may be rounded either way where a leg ends at half a millimetre', () => {
    expect(findingsOf(farAway, 18_122_196_753)).toEqual([]);
    expect(findingsOf(farAway, 18_122_196_754)).toEqual([]);
  });

  it('is wrong if it differs by more than such roundings', () => {
    expect(findingsOf(farAway, 18_122_196_752)).toEqual(['report-tracking']);
    expect(findingsOf(farAway, 18_122_196_756)).toEqual(['report-tracking']);
  });

  it('is wrong by a millimetre where no leg ends at half a millimetre', () => {
    expect(findingsOf(nearby, 147_634)).toEqual([]);
    expect(findingsOf(nearby, 147_635)).toEqual(['report-tracking']);
    expect(findingsOf(nearby, 147_633)).toEqual(['report-tracking']);
  });
});
