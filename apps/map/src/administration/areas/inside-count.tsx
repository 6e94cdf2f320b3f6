import { useApp } from '../../app/app.js';
import { useReading } from '../../loading/loaded.js';
import { areaReads } from './few-at-once.js';

const MAX = 100;

/** The number of objects in an area now. */
export function InsideCount({ areaId }: { areaId: string }) {
  const { api, workspace, format } = useApp();
  const read = async (signal: AbortSignal): Promise<{ count: number; more: boolean }> => {
    const params = { path: { groupID: workspace.id, areaId }, query: { from: new Date().toISOString(), limit: MAX } };
    const { data } = await api.GET('/groups/{groupID}/areas/{areaId}/visits', { params, signal });
    return { count: data!.visits.filter(({ endedAt }) => endedAt === null).length, more: data!.next !== null };
  };
  const reading = useReading((signal) => areaReads.run(() => read(signal), signal), [areaId]);
  if (reading.value === undefined) return <>–</>;
  return <>{format.value.number(reading.value.count) + (reading.value.more ? '+' : '')}</>;
}
