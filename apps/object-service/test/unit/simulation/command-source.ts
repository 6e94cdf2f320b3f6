import type { CommandRecord } from '#contracts/command.js';
import { partitionOf } from '#kafka/records/partition.js';
import type { Call, SentCommand } from '#testing/oracle/history.js';
import { racedIds, randomArchival, randomEdit, randomErasure, randomIdRelease, randomUpdate } from '#testing/workload/commands.js';
import type { Random } from '#testing/workload/random.js';
import type { FakeBroker } from './fake-broker.js';
import { UNSTORABLE } from './fake-statements.js';
import { COMMANDS, PARTITIONS, REPLY_PARTITIONS } from './owner.js';
import { BEGIN, type SimulatedTime } from './simulated-time.js';

const WORKSPACES = ['north', 'south', 'west'];
const IDS = racedIds(9, 't2');
const MAX_ELEMENTS = 4;
/** A caller repeats only one of this number of latest calls. */
const REPEATED_AMONG = 40;

/** Writes to `object.commands` like the gateways, and occasionally records that no gateway would write. */
export class CommandSource {
  readonly calls: Call[] = [];
  /** `partition:offset` of records that can never be processed. */
  readonly poison = new Set<string>();
  private readonly written: { partition: number; record: CommandRecord }[] = [];

  constructor(
    private readonly time: SimulatedTime,
    private readonly random: Random,
    private readonly broker: FakeBroker,
  ) {}

  /** The next call, a repeated record, or poison. */
  next(): void {
    const { random } = this;
    const kind = random.next();
    if (kind < 0.01) this.poison.add(this.append(random.integer(0, PARTITIONS - 1), 'not a command'));
    else if (kind < 0.02) this.unstorable();
    else if (kind < 0.1 && this.written.length > 0) this.repeat();
    else this.call(random.pick(WORKSPACES), this.commands(`m${this.calls.length}`));
  }

  private commands(mark: string): SentCommand[] {
    const { random } = this;
    const now = BEGIN + Math.floor(this.time.now);
    if (random.chance(0.15)) return [randomEdit(random, IDS, mark)];
    if (random.chance(0.06)) return [randomArchival(random, IDS)];
    if (random.chance(0.04)) return [randomErasure(random, IDS)];
    if (random.chance(0.03)) return [randomIdRelease(random, IDS)];
    return Array.from({ length: random.integer(1, MAX_ELEMENTS) }, (_, index) => randomUpdate(random, index, IDS, `${mark}.${index}`, now));
  }

  private call(workspace: string, commands: SentCommand[]): void {
    const byPartition = Map.groupBy(commands, ({ externalId }) => partitionOf(externalId, PARTITIONS));
    const partitions = [...byPartition.keys()].sort((a, b) => a - b);
    const operationId = this.operationId();
    const receivedAt = new Date(BEGIN + Math.floor(this.time.now)).toISOString();
    const reply = this.replyPartition();
    for (const partition of partitions) {
      const elements = byPartition.get(partition)!.map((command): CommandRecord['elements'][number] => [command.index, toProduct(command)]);
      const record: CommandRecord = {
        v: 1,
        operationId,
        workspace,
        receivedAt,
        subject: 's',
        reply,
        partitions,
        total: commands.length,
        elements,
      };
      this.append(partition, JSON.stringify(record));
      this.written.push({ partition, record });
    }
    const name = `call ${this.calls.length}`;
    this.calls.push({ name, workspace, operationId, sentAt: this.time.now, answeredAt: Infinity, status: 202, commands, answers: [] });
  }

  /** A record that the rules accept and the database refuses. */
  private unstorable(): void {
    const externalId = `${UNSTORABLE}-${this.time.now}-${this.calls.length}`;
    const before = this.written.length;
    this.call('north', [
      {
        index: 0,
        externalId,
        kind: 'update',
        position: { lat: 1, lon: 2 },
        fields: [{ type: 'String', field: 'mark', value: externalId }],
      },
    ]);
    for (const { partition } of this.written.splice(before))
      this.poison.add(`${partition}:${this.broker.log(COMMANDS, partition).length - 1}`);
  }

  private repeat(): void {
    const { partition, record } = this.random.pick(this.written.slice(-REPEATED_AMONG));
    this.append(partition, JSON.stringify({ ...record, reply: this.replyPartition() }));
  }

  private append(partition: number, value: string): string {
    return `${partition}:${this.broker.append({ topic: COMMANDS, partition, key: null, value }, this.time.now)}`;
  }

  private replyPartition(): number | null {
    return this.random.chance(0.8) ? this.random.integer(0, REPLY_PARTITIONS - 1) : null;
  }

  private operationId(): string {
    const time = (BEGIN + Math.floor(this.time.now)).toString(16).padStart(12, '0');
    const hex = (digits: number): string => Array.from({ length: digits }, () => this.random.integer(0, 15).toString(16)).join('');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(12)}`;
  }
}

function toProduct(sent: SentCommand): CommandRecord['elements'][number][1] {
  const { externalId, ifRevision } = sent;
  if (sent.kind === 'archive' || sent.kind === 'restore') return { op: sent.kind, externalId };
  if (sent.kind === 'release-id') return { op: sent.kind, externalId };
  if (sent.kind === 'erase') return { op: sent.kind, externalId, ...(ifRevision !== undefined && { ifRevision }) };
  const { lat, lon, alt, ...quality } = sent.position ?? { lat: 0, lon: 0 };
  const observed = {
    externalId,
    ...(sent.position && { locationUpdate: { newPosition: { lat, lon, ...(alt !== undefined && { alt }) }, ...quality } }),
    ...(sent.fields && { fieldValues: sent.fields as never }),
    ...(sent.observedAt !== undefined && { observedAt: sent.observedAt }),
  };
  if (sent.kind === 'edit')
    return { op: 'edit', ...observed, set: (sent.set ?? {}) as never, ...(ifRevision !== undefined && { ifRevision }) };
  return { ...observed, ...(sent.set && { initialExternalObject: sent.set as never }) };
}
