import { loadedRun } from '../measure/loaded-run.js';
import type { Row } from '../measure/measurement.js';
import { costOf } from '../measure/process-costs.js';
import type { ProductContext } from './context.js';

const SERVICES = ['gateway', 'object', 'projection'];

/** The largest memory of the services after the load; the value after a fifth of the time shows whether memory grows. */
export const memoryRow: Row<ProductContext> = {
  id: 'memory',
  what: 'memory of the largest service after long load',
  unit: 'MiB',
  must: 350,
  aim: 200,
  async measure({ stack, objects, memorySeconds }) {
    const services = stack.processes.filter(({ name }) => SERVICES.includes(name));
    const sizes = () => services.map((service) => `${service.name} ${Math.round(costOf(service).rssMiB)}`).join(', ');
    const load = (seconds: number) =>
      loadedRun(stack, { mode: 'wait', connections: 16, elementsPerCall: 100, objects, durationMs: seconds * 1000 }, { maxLag: 40_000 });
    await load(memorySeconds / 5);
    const early = sizes();
    const { measurement } = await load((memorySeconds * 4) / 5);
    return {
      value: Math.max(...services.map((service) => costOf(service).rssMiB)),
      memory: measurement.memory,
      lag: measurement.lag,
      notes: [`after ${Math.round(memorySeconds / 5)} s: ${early} MiB; after ${memorySeconds} s: ${sizes()} MiB`],
    };
  },
};
