import { useApp } from '../../app.js';
import { useReading } from '../../loading/loaded.js';

const MOST = 100;

/** How many objects are in an area now. */
export function InsideCount({ areaId }: { areaId: string }) {
  const { api, workspace, format } = useApp();
  const reading = useReading(async () => {
    const { data } = await api.GET('/groups/{groupID}/areas/{areaId}/visits', { params: { path: { groupID: workspace.id, areaId }, query: { from: new Date().toISOString(), limit: MOST } } });
    return { count: data!.visits.filter(({ endedAt }) => endedAt === null).length, more: data!.next !== null };
  }, [areaId]);
  if (reading.value === undefined) return <>–</>;
  return <>{format.value.number(reading.value.count) + (reading.value.more ? '+' : '')}</>;
}
