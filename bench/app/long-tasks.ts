import type { AppPage } from './app-page.js';

/** Milliseconds of one task that kept the page from answering for more than 50. */
export interface LongTask {
  ms: number;
  /** While a function of ours ran, including everything it called. */
  inOurs: number;
  /** In functions of ours themselves. */
  ours: number;
  /** In MapLibre's. */
  mapLibre: number;
}

interface Profile {
  nodes: readonly { id: number; callFrame: { url: string }; children?: readonly number[] }[];
  /** Microseconds of the browser's clock. */
  startTime: number;
  samples: readonly number[];
  timeDeltas: readonly number[];
}

const SAMPLE_MICROS = 1000;
/** By the name of its chunk (apps/map/vite.config.ts). */
const MAPLIBRE = /\/assets\/maplibre-gl-[^/]*$/;
const OURS = /\/app\//;

/** Long tasks of a page while something is done with it, by whose code they were spent in. */
export async function longTasksOf({ page, debug }: AppPage, act: () => Promise<void>): Promise<LongTask[]> {
  await page.evaluate(() => {
    const tasks: { start: number; ms: number }[] = [];
    (globalThis as { longTasks?: typeof tasks }).longTasks = tasks;
    new PerformanceObserver((list) =>
      list.getEntries().forEach(({ startTime, duration }) => tasks.push({ start: startTime, ms: duration })),
    ).observe({ type: 'longtask' as never });
  });
  await debug.send('Performance.enable');
  await debug.send('Profiler.enable');
  await debug.send('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS });
  await debug.send('Profiler.start');
  await act();
  const { profile } = (await debug.send('Profiler.stop')) as { profile: Profile };
  const tasks = await page.evaluate(() => (globalThis as unknown as { longTasks: { start: number; ms: number }[] }).longTasks);
  const { metrics } = await debug.send('Performance.getMetrics');
  // Seconds of the same clock as the profile's.
  const navigatedAt = metrics.find(({ name }) => name === 'NavigationStart')!.value;
  return attributed(tasks, profile, navigatedAt);
}

function attributed(tasks: readonly { start: number; ms: number }[], profile: Profile, navigatedAt: number): LongTask[] {
  const owners = ownersOf(profile);
  const found = tasks.map(({ start, ms }) => ({ start, ms, inOurs: 0, ours: 0, mapLibre: 0 }));
  let at = profile.startTime / 1000 - navigatedAt * 1000;
  for (const [n, id] of profile.samples.entries()) {
    at += profile.timeDeltas[n]! / 1000;
    const lasts = (profile.timeDeltas[n + 1] ?? 0) / 1000;
    const task = found.find(({ start, ms }) => at >= start && at < start + ms);
    if (task === undefined) continue;
    const { self, inOurs } = owners.get(id)!;
    if (inOurs) task.inOurs += lasts;
    if (self !== undefined) task[self] += lasts;
  }
  return found.map(({ start: _, ...task }) => task);
}

/** The owner of each node of the profile: the nearest file on its stack. */
function ownersOf({ nodes }: Profile): Map<number, { self: 'ours' | 'mapLibre' | undefined; inOurs: boolean }> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const owners = new Map<number, { self: 'ours' | 'mapLibre' | undefined; inOurs: boolean }>();
  const ownerOf = (id: number): { self: 'ours' | 'mapLibre' | undefined; inOurs: boolean } => {
    const known = owners.get(id);
    if (known !== undefined) return known;
    const { url } = byId.get(id)!.callFrame;
    const parent = parents.get(id);
    const above = parent === undefined ? { self: undefined, inOurs: false } : ownerOf(parent);
    const self = MAPLIBRE.test(url) ? 'mapLibre' : OURS.test(url) ? 'ours' : above.self;
    const owner = { self, inOurs: above.inOurs || self === 'ours' } as const;
    owners.set(id, owner);
    return owner;
  };
  for (const { id } of nodes) ownerOf(id);
  return owners;
}
