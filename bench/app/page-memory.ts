import type { CDPSession } from 'playwright-core';

/** The memory of a page after garbage collection. */
export interface PageMemory {
  minute: number;
  heapMiB: number;
  /** Number of DOM nodes. */
  nodes: number;
  listeners: number;
}

export async function pageMemory(debug: CDPSession, minute: number): Promise<PageMemory> {
  await debug.send('Performance.enable');
  await debug.send('HeapProfiler.enable');
  // Objects with finalisers need a second collection.
  for (let time = 0; time < 2; time++) await debug.send('HeapProfiler.collectGarbage');
  const { metrics } = await debug.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((each) => each.name === name)!.value;
  return { minute, heapMiB: metric('JSHeapUsedSize') / 1024 / 1024, nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}

/** The growth per minute by least squares; 0 with fewer than two points. */
export function slope(points: readonly { minute: number; value: number }[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [x, y] = [mean(points.map(({ minute }) => minute)), mean(points.map(({ value }) => value))];
  const spread = points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, { minute, value }) => sum + (minute - x) * (value - y), 0) / spread;
}
