import { CostMeter, type MeasuredProcess } from '../../measure/process-costs.js';
import type { FleetWrites, WriteShape } from '../load/fleet-writes.js';
import type { Target } from '../load/write-job.js';
import type { LoadFigures } from '../peer.js';

/** Writes at full speed to a peer whose elements are readable when they are acknowledged. */
export async function writtenLoad(
  { processes, writes }: { processes: readonly MeasuredProcess[]; writes: FleetWrites },
  target: Target,
  shape: Pick<WriteShape, 'connections' | 'elementsPerCall'>,
  seconds: number,
): Promise<LoadFigures> {
  const meter = new CostMeter(processes);
  let costs: ReturnType<CostMeter['end']> | undefined;
  const result = await writes.write(target, { ...shape, durationMs: seconds * 1000 }).finally(() => (costs = meter.end()));
  const perElement = (micros: number): number => micros / Math.max(1, result.acknowledged);
  return {
    elementsPerSecond: (result.acknowledged * 1000) / result.elapsedMs,
    cpu: Object.fromEntries(Object.entries(costs ?? {}).map(([name, { cpuMicros }]) => [name, perElement(cpuMicros)])),
    generatorCpu: perElement(result.cpuMicros),
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
  };
}
