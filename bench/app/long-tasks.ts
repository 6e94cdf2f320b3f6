import type { AppPage } from './app-page.js';

/** Milliseconds of one task that blocked the page for more than 50 ms. */
export interface LongTask {
  ms: number;
  /** In functions of the app, including everything that they called. */
  inOurs: number;
  /** In functions of the app themselves. */
  ours: number;
  /** In functions of MapLibre. */
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
/** MapLibre is recognised by the name of its chunk (apps/map/vite.config.ts). */
const MAPLIBRE = /\/assets\/maplibre-gl-[^/]*$/;
const OURS = /\/app\//;

/** The long tasks of a page during an action, with the time spent in the code of the app and of MapLibre. */
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
  // In seconds, by the same clock as the profile.
  const navigatedAt = metrics.find(({ name }) => name === 'NavigationStart')!.value;
  return attributed(tasks, profile, navigatedAt);
}

function attributed(tasks: readonly { start: number; ms: number }[], profile: Profile, navigatedAt: number): LongTask[] {
  const owners = ownersOf(profile);
  const found = tasks.map(({ start, ms }) => ({ start, ms, inOurs: 0, ours: 0, mapLibre: 0 }));
  let at = profile.startTime / 1000 - navigatedAt * 1000;
  for (const [n, id] of profile.samples.entries()) {
    at += profile.timeDeltas[n]! / 1000;
    const durationMs = (profile.timeDeltas[n + 1] ?? 0) / 1000;
    const task = found.find(({ start, ms }) => at >= start && at < start + ms);
    if (task === undefined) continue;
    const { self, inOurs } = owners.get(id)!;
    if (inOurs) task.inOurs += durationMs;
    if (self !== undefined) task[self] += durationMs;
  }
  return found.map(({ start: _, ...task }) => task);
}

/** The owner of each node of the profile, by the nearest file on its stack. */
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
