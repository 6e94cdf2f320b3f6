import type { Recounted } from '#testing/oracle/report-recount.js';

/** A row in the form of a report. */
interface Shown extends Omit<Recounted, 'distanceMm' | 'closeRoundings' | 'movingMs' | 'stillMs' | 'lastSeen'> {
  day: string | undefined;
  type: string;
  distanceMetres: number;
  movingSeconds: number;
  stillSeconds: number;
  lastSeenAt: string | null;
}

export function shown(counted: Map<string, Recounted>): Shown[] {
  return [...counted]
    .map(([key, sums]) => {
      const [day, ...type] = key.split(' ');
      return {
        day,
        type: type.join(' '),
        updates: sums.updates,
        created: sums.created,
        stale: sums.stale,
        objects: sums.objects,
        distanceMetres: sums.distanceMm / 1000,
        movingSeconds: sums.movingMs / 1000,
        stillSeconds: sums.stillMs / 1000,
        stops: sums.stops,
        lastSeenAt: sums.lastSeen === 0 ? null : new Date(sums.lastSeen).toISOString(),
      };
    })
    .filter(({ updates, objects, distanceMetres, movingSeconds, stillSeconds, stops }) =>
      [updates, objects, distanceMetres, movingSeconds, stillSeconds, stops].some((sum) => sum !== 0),
    )
    .sort(byDayAndType);
}

export const byDayAndType = (a: { day?: string; type: string }, b: { day?: string; type: string }): number =>
  `${a.day} ${a.type}` < `${b.day} ${b.type}` ? -1 : 1;
