import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metresApart } from '#testing/oracle/recount-places.js';
import { type Segment, type TrackPosition, TripFold, type TripParameters } from '../../src/history/trip-fold.js';

const PARAMETERS: TripParameters = { dwellRadius: 50, dwellSeconds: 300, gapSeconds: 900 };
/** About 11 m of latitude. */
const STEP = 1e-4;
const at = (seconds: number, lat: number, lon = 10): TrackPosition => ({
  lat,
  lon,
  observedAt: new Date(1_700_000_000_000 + seconds * 1000).toISOString(),
});
const seconds = (time: string): number => (Date.parse(time) - 1_700_000_000_000) / 1000;

function fold(track: readonly TrackPosition[], parameters = PARAMETERS): Segment[] {
  const trips = new TripFold(parameters);
  const segments: Segment[] = [];
  for (const position of track) {
    trips.add(position);
    segments.push(...trips.taken());
  }
  return [...segments, ...trips.end()];
}
const linesOf = (segments: readonly Segment[]): string[] => segments.map(({ kind, from, to }) => `${kind} ${seconds(from)}-${seconds(to)}`);

describe('trips, stops and gaps', () => {
  const parked = (from: number, to: number, lat: number): TrackPosition[] =>
    Array.from({ length: (to - from) / 60 + 1 }, (_, n) => at(from + n * 60, lat + (n % 2) * STEP));

  it('are distinguished, each with its details', () => {
    const drive = [at(660, 0.01), at(720, 0.02), at(780, 0.03)];
    const segments = fold([...parked(0, 600, 0), ...drive, ...parked(840, 1500, 0.04)]);
    expect(linesOf(segments)).toEqual(['stop 0-600', 'trip 600-840', 'stop 840-1500']);
    expect(segments[0]).toMatchObject({ lat: 0, positions: 11, silentSeconds: 0 });
    const metres = metresApart(0, 10, 0.04, 10);
    const trip = segments[1]!;
    expect(trip).toMatchObject({ positions: 5, start: { lat: 0, lon: 10 }, end: { lat: 0.04, lon: 10 } });
    expect(
      trip.kind === 'trip' && [trip.distanceMetres / metres, trip.maxSpeedMetresPerSecond! / (metresApart(0, 10, 0.01, 10) / 60)],
    ).toEqual([expect.closeTo(1, 6), expect.closeTo(1, 6)]);
  });

  it('counts a silence on the way as a gap, and one in the same place as part of the stop', () => {
    expect(linesOf(fold([...parked(0, 600, 0), at(5000, 0.5), at(5060, 0.51)]))).toEqual(['stop 0-600', 'gap 600-5000', 'trip 5000-5060']);
    const [stop, ...others] = fold([...parked(0, 600, 0), ...parked(9000, 9600, 0)]);
    expect([stop, others]).toMatchObject([{ kind: 'stop', silentSeconds: 8400, durationSeconds: 9600 }, []]);
  });

  it('does not let one wrong position end a stop', () => {
    expect(linesOf(fold([...parked(0, 600, 0), at(660, 0.05), ...parked(720, 1500, 0)]))).toEqual(['stop 0-1500']);
  });

  it('crosses the antimeridian like any other meridian', () => {
    const track = [at(0, 0, 179.9999), at(100, 0, -179.9999), at(400, 0, 180), at(460, 0, -179.9)];
    expect(linesOf(fold(track))).toEqual(['stop 0-400', 'trip 400-460']);
  });

  const wander = fc
    .array(
      fc.record({
        dt: fc.integer({ min: 0, max: 1200 }),
        move: fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -200, max: 200, noNaN: true })),
      }),
      { minLength: 1, maxLength: 80 },
    )
    .map((steps) => {
      let [time, lat] = [0, 0];
      return steps.map(({ dt, move }) => at((time += dt), (lat = Math.max(-80, Math.min(80, lat + move * STEP)))));
    });

  it('follow each other without a hole from the first report to the last, and cover their reports', () => {
    fc.assert(
      fc.property(wander, (track) => {
        const segments = fold(track);
        const [first, last] = [track[0]!.observedAt, track.at(-1)!.observedAt];
        expect(segments.map(({ from }) => from)).toEqual(
          segments.length === 0 ? [] : [first, ...segments.slice(0, -1).map(({ to }) => to)],
        );
        expect(segments.at(-1)?.to ?? first).toBe(segments.length === 0 ? first : last);
        for (const segment of segments) {
          expect(segment.durationSeconds).toBe(seconds(segment.to) - seconds(segment.from));
          const within = track.filter(({ observedAt }) => observedAt >= segment.from && observedAt <= segment.to);
          if (segment.kind === 'stop') expect(segment.durationSeconds).toBeGreaterThanOrEqual(PARAMETERS.dwellSeconds);
          if (segment.kind === 'gap') expect(segment.durationSeconds).toBeGreaterThan(PARAMETERS.gapSeconds);
          if (segment.kind === 'trip') {
            const walked = within.slice(1).reduce((sum, place, index) => sum + metresApart(within[index]!.lat, 10, place.lat, 10), 0);
            // Reports of the same moment may be on either side of a boundary.
            if (new Set(track.map(({ observedAt }) => observedAt)).size === track.length)
              expect(segment.distanceMetres).toBeCloseTo(walked, 3);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('find every stay of twice the dwell time in a circle of half the radius, whatever comes before and after', () => {
    const inCircle = fc.array(fc.double({ min: -0.9, max: 0.9, noNaN: true }), { minLength: 12, maxLength: 30 });
    fc.assert(
      fc.property(wander, inCircle, wander, (before, stay, after) => {
        const begin = seconds(before.at(-1)!.observedAt) + 60;
        // 25 m are 2.2 steps.
        const stayed = stay.map((share, n) => at(begin + n * 60, 60 + share * 2.2 * STEP));
        const end = begin + (stay.length - 1) * 60;
        const segments = fold([...before, ...stayed, ...after.map(({ lat, observedAt }) => at(end + 60 + seconds(observedAt), lat))]);
        expect(
          segments.some(
            ({ kind, from, to }) =>
              kind === 'stop' &&
              seconds(from) < end &&
              seconds(to) > begin &&
              Math.min(seconds(to), end) - Math.max(seconds(from), begin) > 0,
          ),
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
