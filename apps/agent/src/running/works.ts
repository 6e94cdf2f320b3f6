import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { AgentConfig, SourceConfig } from '../configuration/agent-config.js';
import { Delivery } from '../delivery/delivery.js';
import type { Mapped } from '../mapping/map-reading.js';
import { mapReading } from '../mapping/map-reading.js';
import { DurableQueue } from '../queue/durable-queue.js';
import type { SourceCount } from '../reading/source.js';
import { sourceKind } from '../sources/sources.js';
import { keepDestination } from './destination.js';
import { AgentMetrics } from './metrics.js';
import { Pipeline } from './pipeline.js';

export interface WorksOptions {
  readonly config: AgentConfig;
  readonly log: Logger;
  readonly metrics: AgentMetrics;
  /** Counts suspicious elements that were sent. */
  readonly onWarning: (source: string, warning: string) => void;
  /** Counts a source's other events. */
  readonly onCount: (source: string, what: SourceCount, number: number) => void;
  readonly onFatal: (error: Error) => void;
}

/** Everything between the sources and the gateway: a pipeline for each source, the queue, and delivery. */
export class Works {
  readonly queue: DurableQueue;
  readonly delivery: Delivery;
  private readonly pipelines = new Map<string, { readonly config: SourceConfig; readonly pipeline: Pipeline }>();
  private config: AgentConfig;

  /**
   * Opens the queue; nothing runs yet.
   * @throws the system's error for the queue's folder or the gateway's certificates, and DestinationError
   */
  constructor(private readonly options: WorksOptions) {
    const { config, log, metrics } = options;
    this.config = config;
    this.queue = DurableQueue.open({ config: config.queue, log: log.child({ room: 'queue' }), onFatal: options.onFatal });
    try {
      keepDestination(config.queue.folder, config.gateway.workspace, this.queue.status().waiting);
      // The token is read through the current configuration, so a changed reference applies at the next read.
      this.delivery = new Delivery({
        queue: this.queue,
        gateway: { ...config.gateway, token: () => this.config.gateway.token() },
        log: log.child({ room: 'delivery' }),
        metrics,
      });
    } catch (error) {
      this.queue.close();
      throw error;
    }
  }

  start(): void {
    this.delivery.start();
    for (const source of this.config.sources) this.startSource(source);
  }

  /** Applies another configuration; unchanged sources keep running. */
  async follow(config: AgentConfig): Promise<{ started: string[]; stopped: string[] }> {
    this.config = config;
    const stopped = [...this.pipelines.values()]
      .filter(({ config: running }) => !config.sources.some((source) => isSame(source, running)))
      .map(({ config: { name } }) => name);
    await Promise.all(stopped.map((name) => this.pipelines.get(name)!.pipeline.stop()));
    for (const name of stopped) this.pipelines.delete(name);
    const started = config.sources.filter(({ name }) => !this.pipelines.has(name));
    for (const source of started) this.startSource(source);
    return { started: started.map(({ name }) => name), stopped };
  }

  /** In configuration order. */
  sources(): ReturnType<Pipeline['status']>[] {
    return this.config.sources.flatMap(({ name }) => this.pipelines.get(name)?.pipeline.status() ?? []);
  }

  /** Stops sources and delivery within some seconds, then closes the queue; its elements are sent after the next start. */
  async stop(): Promise<void> {
    await Promise.all([...[...this.pipelines.values()].map(({ pipeline }) => pipeline.stop()), this.delivery.stop()]);
    this.queue.close();
  }

  private startSource(source: SourceConfig): void {
    const pipeline = new Pipeline({
      config: source,
      kind: sourceKind(source.kind)!,
      map: (received, by, receivedAt) => this.counted(by.name, mapReading(received, by, receivedAt)),
      queue: this.queue,
      log: this.options.log.child({ source: source.name }),
      onCount: (what, number) => this.options.onCount(source.name, what, number),
    });
    this.pipelines.set(source.name, { config: source, pipeline });
    pipeline.start();
  }

  private counted(source: string, mapped: Mapped | Promise<Mapped>): Mapped | Promise<Mapped> {
    if (mapped instanceof Promise) return mapped.then((result) => this.counted(source, result));
    if ('warning' in mapped && mapped.warning !== undefined) this.options.onWarning(source, mapped.warning);
    return mapped;
  }
}

function isSame(one: SourceConfig, other: SourceConfig): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** For `AgentMetrics`, which are created before the works and survive their replacement. */
export function agentMetrics(registry: Registry, works: () => Works): AgentMetrics {
  return new AgentMetrics(registry, {
    queue: { counters: () => works().queue.counters(), status: () => works().queue.status() },
    delivery: () => works().delivery.status(),
  });
}
