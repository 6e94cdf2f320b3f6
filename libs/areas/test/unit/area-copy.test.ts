import { describe, expect, it } from 'vitest';
import { AreaCopy } from '#areas/area-copy.js';
import { areaChangeOf } from '#areas/area-follower.js';
import { areaStateHeaders } from '#contracts/areas/area-headers.js';
import type { AreaRecord } from '#contracts/areas/area-record.js';

const area = (areaId: string, lon: number, revision: number, workspace = 'plant1'): AreaRecord => ({
  areaId,
  workspace,
  name: areaId,
  geometry: { type: 'Circle', center: [lon, 0], radius: 1000 },
  confirmSeconds: 30,
  revision,
  outlineRevision: revision,
  outlineUpdatedAt: '2026-11-21T08:00:00.000Z',
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
});
const put = (copy: AreaCopy, record: AreaRecord): void => copy.apply({ ...record, area: record });
const at = (copy: AreaCopy, lon: number, workspace = 'plant1'): string[] =>
  copy
    .holding(workspace, lon, 0)
    .map(({ areaId }) => areaId)
    .sort();

describe('the copy of the areas', () => {
  it('finds the areas of one workspace that contain a place, while areas come, move and go', () => {
    const copy = new AreaCopy();
    for (let index = 0; index < 500; index++) put(copy, area(`a${index}`, index / 10, index + 1));
    put(copy, area('theirs', 0, 600, 'plant2'));
    expect(at(copy, 0)).toEqual(['a0']);
    expect(at(copy, 0, 'plant2')).toEqual(['theirs']);
    expect(at(copy, 0, 'plant3')).toEqual([]);
    put(copy, area('a0', 20, 601));
    expect(at(copy, 0)).toEqual([]);
    expect(at(copy, 20)).toEqual(['a0', 'a200']);
    copy.apply({ areaId: 'a200', workspace: 'plant1', revision: 602, area: undefined });
    expect(at(copy, 20)).toEqual(['a0']);
    expect(copy.area('plant1', 'a200')).toBeUndefined();
    expect(copy.area('plant2', 'a0')).toBeUndefined();
    expect(copy.size).toBe(500);
  });

  it('drops records older than the newest one seen, also of a deleted area', () => {
    const copy = new AreaCopy();
    put(copy, area('a', 1, 5));
    put(copy, area('a', 2, 4));
    expect(at(copy, 1)).toEqual(['a']);
    copy.apply({ areaId: 'a', workspace: 'plant1', revision: 6, area: undefined });
    put(copy, area('a', 1, 5));
    expect([at(copy, 1), copy.newestRevision]).toEqual([[], 6]);
  });

  it('reads records and tombstones by their headers', () => {
    const record = area('a', 1, 5);
    const headers = Object.fromEntries(
      Object.entries(areaStateHeaders(record)).map(([name, value]) => [name, Buffer.from(value as string)]),
    );
    const key = Buffer.from('a');
    expect(areaChangeOf({ key, value: Buffer.from(JSON.stringify(record)), headers, offset: 1 })).toEqual({
      areaId: 'a',
      workspace: 'plant1',
      revision: 5,
      area: record,
    });
    expect(areaChangeOf({ key, value: null, headers, offset: 2 })).toEqual({
      areaId: 'a',
      workspace: 'plant1',
      revision: 5,
      area: undefined,
    });
    expect(() => areaChangeOf({ key, value: null, headers: {}, offset: 3 })).toThrow(/at 3/);
  });
});
