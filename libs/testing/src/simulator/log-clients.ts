import { randomBytes } from 'node:crypto';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { partitionOf } from '#kafka/records/partition.js';
import type { Call, SentCommand } from '../oracle/history.js';
import { planCall, type WorkloadOptions } from '../workload/plan.js';
import { Random } from '../workload/random.js';

export interface LogSimulationOptions extends WorkloadOptions {
  seed: number;
  clients: number;
  kafka: KafkaConnection;
  topic: string;
  partitions: number;
}

/**
 * Clients that write to object.commands like a gateway, so that the services behind it can be tested without one. An acknowledged record
 * counts as a 202. Each call is sent to all of its partitions, with one send per partition.
 */
export class LogSimulation {
  readonly calls: Call[] = [];
  readonly tally = new Map<string, number>();
  private running = true;
  private readonly workers: Promise<void>[];
  private readonly producer;
  private readonly connected: Promise<void>;

  constructor(private readonly options: LogSimulationOptions) {
    const random = new Random(options.seed);
    this.producer = options.kafka.producer();
    this.connected = this.producer.connect();
    this.workers = Array.from({ length: options.clients }, (_, at) => this.client(`l${options.seed}.${at}`, random.fork()));
  }

  async stop(): Promise<Call[]> {
    this.running = false;
    await Promise.all(this.workers);
    await this.producer.disconnect();
    return this.calls;
  }

  private async client(name: string, random: Random): Promise<void> {
    await this.connected;
    for (let sequence = 0; this.running; sequence++) {
      const plan = planCall(random, name, sequence, this.options);
      await new Promise((resolve) => setTimeout(resolve, plan.pauseMs));
      // No invalid elements, since there is no validation by a gateway; retries are repeated records.
      const call = await this.write(plan.name, plan.workspace, plan.commands, plan.times);
      this.calls.push(call);
      this.tally.set(String(call.status), (this.tally.get(String(call.status)) ?? 0) + 1);
    }
  }

  private async write(name: string, workspace: string, commands: SentCommand[], times: number): Promise<Call> {
    const operationId = uuidV7();
    const byPartition = new Map<number, SentCommand[]>();
    for (const command of commands) {
      const partition = partitionOf(command.externalId, this.options.partitions);
      byPartition.set(partition, [...(byPartition.get(partition) ?? []), command]);
    }
    const partitions = [...byPartition.keys()].sort((a, b) => a - b);
    const head = {
      v: 1,
      operationId,
      workspace,
      receivedAt: new Date().toISOString(),
      subject: name,
      reply: null,
      partitions,
      total: commands.length,
    };
    const messages = partitions.map((partition) => ({
      partition,
      value: JSON.stringify({ ...head, elements: byPartition.get(partition)!.map((command) => [command.index, toCommand(command)]) }),
    }));
    const sentAt = performance.now();
    const call: Call = {
      name,
      workspace,
      operationId,
      publicOperationId: operationId,
      sentAt,
      answeredAt: sentAt,
      status: null,
      commands,
      answers: commands.map(() => ({ outcome: 'unknown' })),
    };
    try {
      for (let n = 0; n < times; n++) await this.producer.send({ topic: this.options.topic, acks: -1, messages });
      call.status = 202;
      call.answers = commands.map(() => ({ outcome: 'accepted' }));
    } catch {
      // The outcome is unknown, as for any client whose answer got lost.
    }
    call.answeredAt = performance.now();
    return call;
  }
}

function toCommand(sent: SentCommand): Record<string, unknown> {
  const { externalId, ifRevision } = sent;
  if (sent.kind === 'archive' || sent.kind === 'restore')
    return { op: sent.kind, externalId, ...(ifRevision !== undefined && { ifRevision }) };
  const { lat, lon, alt, ...quality } = sent.position ?? { lat: 0, lon: 0 };
  return {
    externalId,
    ...(sent.position && { locationUpdate: { newPosition: { lat, lon, ...(alt !== undefined && { alt }) }, ...quality } }),
    ...(sent.fields?.length && { fieldValues: sent.fields }),
    ...(sent.observedAt !== undefined && { observedAt: sent.observedAt }),
    ...(sent.kind === 'edit' && { op: 'edit', set: sent.set ?? {}, ...(ifRevision !== undefined && { ifRevision }) }),
    ...(sent.kind === 'update' && sent.set && { initialExternalObject: sent.set }),
  };
}

function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-a${random.slice(3, 6)}-${random.slice(6, 18)}`;
}
