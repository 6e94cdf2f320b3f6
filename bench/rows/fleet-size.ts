import type { LoadJob } from '../load/job.js';
import { loadedRun } from '../measure/loaded-run.js';
import type { Measurement, Row } from '../measure/measurement.js';
import type { ProductContext } from './context.js';

const shape = { mode: 'async', connections: 16, elementsPerCall: 100 } as const;
const MAX_LAG = 40_000;

/** More updates than the product can process per second here. */
const UPDATES_PER_SECOND = 10_000;

/** Long enough that each object reports at least once, so that the run includes checkpoints and compactions of a large fleet. */
function length(objects: number, seconds: number): Pick<LoadJob, 'calls' | 'durationMs'> {
  return objects > seconds * UPDATES_PER_SECOND ? { calls: Math.ceil(objects / shape.elementsPerCall) } : { durationMs: seconds * 1000 };
}

/** Posts every object once at first, so that updates are measured and not creations. */
async function costOfUpdate({ stack, seconds }: ProductContext, objects: number): Promise<Measurement> {
  await loadedRun(stack, { ...shape, objects, calls: Math.ceil(objects / shape.elementsPerCall) }, { maxLag: MAX_LAG });
  const { load, projectedMs, measurement } = await loadedRun(
    stack,
    { ...shape, objects, ...length(objects, seconds) },
    { maxLag: MAX_LAG },
  );
  const { generator: _notTheProduct, ...services } = measurement.cpu ?? {};
  const cost = Object.values(services).reduce((sum, micros) => sum + micros, 0);
  return {
    value: cost,
    ...measurement,
    notes: [`${Math.round((load.wanted * 1000) / projectedMs)} elements/s`, ...(measurement.notes ?? [])],
  };
}

const SIZES = [10_000, 100_000, 1_000_000];

/** CPU of all processes per update, by the number of objects: it should be flat (≤ 1.3 × the first value). */
export const fleetSizeRows: readonly Row<ProductContext>[] = SIZES.map((objects) => ({
  id: `objects-${objects}`,
  what: `cost of an update with ${objects.toLocaleString('en')} objects (all processes)`,
  unit: 'µs/element',
  measure: (context) => costOfUpdate(context, objects),
}));
