import { signal } from '@preact/signals';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { App } from '../../src/app/app.js';
import { timesAlong, Trail } from '../../src/map/trail.js';

const line = (places: number[][], times: string[]) => ({
  type: 'Feature' as const,
  geometry: { type: 'LineString' as const, coordinates: places },
  properties: { times },
});

/** A trail whose answers arrive when the test releases them, and what is left on the map. */
function slowTrail() {
  const onMap = new Set<string>();
  const answers: (() => void)[] = [];
  const fetch = () =>
    new Promise<Response>((resolve) =>
      answers.push(() =>
        resolve(
          Response.json({
            features: [
              line(
                [
                  [0, 0],
                  [1, 2],
                ],
                ['2026-11-24T10:00:00Z', '2026-11-24T10:05:00Z'],
              ),
            ],
          }),
        ),
      ),
    );
  const app = {
    workspace: { id: 'harbour' },
    fetch,
    api: { GET: () => Promise.resolve({ data: { segments: [] } }) },
    format: signal({ shortTime: String, duration: String }),
  } as unknown as App;
  const scene = {
    onDark: false,
    overlay: (name: string, draw: unknown) => void (draw === undefined ? onMap.delete(name) : onMap.add(name)),
    erase: (name: string) => void onMap.delete(name),
  };
  return { trail: new Trail(app, scene, 'van-1'), onMap, answers };
}

describe('a trail', () => {
  beforeAll(() => vi.stubGlobal('location', { origin: 'http://app.example' }));
  afterAll(() => vi.unstubAllGlobals());

  it('has the time of each corner, and its two ends among them, in any order of its lines', () => {
    const lines = [
      line(
        [
          [2, 2],
          [3, 3],
        ],
        ['2026-11-24T10:02:00Z', '2026-11-24T10:03:00Z'],
      ),
      line(
        [
          [0, 0],
          [1, 1],
        ],
        ['2026-11-24T10:00:00Z', '2026-11-24T10:01:00Z'],
      ),
    ];
    const points = timesAlong(lines, (at) => new Date(at).toISOString().slice(14, 16));
    expect(points.map(({ geometry, properties: { time, kind } }) => [geometry.coordinates[0], time, kind])).toEqual([
      [0, '00', 'end'],
      [1, '01', 'time'],
      [2, '02', 'time'],
      [3, '03', 'end'],
    ]);
  });

  it('shows a single report between two gaps', () => {
    const alone = {
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: [5, 6] },
      properties: { observedAt: '2026-11-24T12:00:00Z' },
    };
    expect(timesAlong([alone], () => 'noon')).toEqual([
      { type: 'Feature', properties: { time: 'noon', kind: 'end' }, geometry: { type: 'Point', coordinates: [5, 6] } },
    ]);
  });

  it('is on the map, with the box around it, once its history was read', async () => {
    const { trail, onMap, answers } = slowTrail();
    const shown = trail.show({ from: 0, to: 1 });
    answers[0]!();
    await shown;
    expect([[...onMap], trail.box.value]).toEqual([['trail'], { west: 0, south: 0, east: 1, north: 2 }]);
    trail.hide();
    expect([[...onMap], trail.box.value]).toEqual([[], undefined]);
  });

  it('stays off the map when its history arrives after it was hidden', async () => {
    const { trail, onMap, answers } = slowTrail();
    const shown = trail.show({ from: 0, to: 1 });
    trail.hide();
    answers[0]!();
    await shown;
    expect([[...onMap], trail.box.value]).toEqual([[], undefined]);
  });

  it('is that of the newest span, whichever answer comes first', async () => {
    const { trail, onMap, answers } = slowTrail();
    const [older, newer] = [trail.show({ from: 0, to: 1 }), trail.show({ from: 1, to: 2 })];
    answers[1]!();
    await newer;
    const box = trail.box.value;
    trail.box.value = undefined;
    answers[0]!();
    await older;
    expect([[...onMap], box === undefined, trail.box.value]).toEqual([['trail'], false, undefined]);
  });
});
