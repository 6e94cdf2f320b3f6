import { Counter, Histogram, type Registry } from 'prom-client';
import type { FoldedUnit } from './folded-unit.js';

type Phase = 'load' | 'write';

/** Metrics of the units of work. */
export class UnitMetrics {
  private readonly changes: Counter<'kind'>;
  private readonly objects: Counter;
  private readonly operations: Counter<'novelty'>;
  private readonly seconds: Histogram<'phase'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.changes = new Counter({
      name: 'waymark_object_changes_total',
      help: 'Applied changes, by kind.',
      labelNames: ['kind'],
      registers,
    });
    this.objects = new Counter({
      name: 'waymark_objects_written_total',
      help: 'Object rows written; an object that changed several times in a unit counts once.',
      registers,
    });
    this.operations = new Counter({
      name: 'waymark_operations_total',
      help: 'Command records: new, or already processed and answered again.',
      labelNames: ['novelty'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'waymark_unit_phase_seconds',
      help: 'Time that units of work spend in the database, by phase.',
      labelNames: ['phase'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    });
  }

  count(unit: FoldedUnit): void {
    const kinds = new Map<string, number>();
    for (const changes of unit.changes.values()) for (const { kind } of changes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    for (const [kind, number] of kinds) this.changes.inc({ kind }, number);
    this.objects.inc(unit.objects.length);
    this.operations.inc({ novelty: 'new' }, unit.operations.length);
    this.operations.inc({ novelty: 'repeated' }, unit.repeated.length);
  }

  async timed<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    const end = this.seconds.startTimer({ phase });
    try {
      return await work();
    } finally {
      end();
    }
  }
}
