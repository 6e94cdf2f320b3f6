import type { Finding } from '#testing/oracle/history.js';
import { Random } from '#testing/workload/random.js';
import { CommandSource } from './command-source.js';
import { FakeBroker } from './fake-broker.js';
import { FakeDatabase } from './fake-database.js';
import { ArmedFaults, type QueryFault, type SendFault } from './faults.js';
import { OwnerGroup } from './owner-group.js';
import { COMMANDS, Owner, PARTITIONS } from './owner.js';
import { SimulatedTime } from './simulated-time.js';
import { judgeWorld, tooManyObjects, unpublished } from './verdict.js';

const STEPS = 300;
const FAULTS_PER_STEP = 0.05;
const CALLS_PER_STEP = 0.65;
const MAX_STEP_MS = 250;
/** Longer than any wait of the product: states with an unknown outcome are published again after 15 s. */
const REST_MS = 40_000;
const MAX_UNREST_MS = 300_000;
/** The longest time of writes that the broker has not flushed to its disk. */
const MAX_UNFLUSHED_MS = 3000;

const SEND_FAULTS: readonly SendFault[] = ['ack-lost', 'ack-late', 'stored-late', 'refused', 'stored-in-part'];
const QUERY_FAULTS: readonly QueryFault[] = ['cut-before', 'cut-after', 'cut-late', 'cancelled', 'slow'];

export interface Outcome {
  /** Faults of the history. */
  findings: Finding[];
  /** Number of occurrences of each fault. */
  tally: ReadonlyMap<string, number>;
}

/** Runs one seed to its end and checks the result. */
export async function simulate(seed: number): Promise<Outcome> {
  const time = new SimulatedTime();
  const uninstall = time.install();
  try {
    return await new Simulation(seed, time).run();
  } finally {
    uninstall();
  }
}

class Simulation {
  private readonly random: Random;
  private readonly broker = new FakeBroker();
  private readonly database: FakeDatabase;
  private readonly faults = new ArmedFaults();
  private readonly source: CommandSource;
  private readonly group: OwnerGroup;
  private readonly seen: Finding[] = [];

  constructor(
    seed: number,
    private readonly time: SimulatedTime,
  ) {
    this.random = new Random(seed);
    this.database = new FakeDatabase(time);
    this.source = new CommandSource(time, this.random.fork(), this.broker);
    const around = { time, random: this.random.fork(), faults: this.faults };
    this.group = new OwnerGroup(time, this.random.fork(), () => new Owner(around, this.broker, this.database));
  }

  async run(): Promise<Outcome> {
    const { random, time, group } = this;
    group.start();
    group.start();
    for (let step = 0; step < STEPS; step++) {
      if (random.chance(FAULTS_PER_STEP)) this.fault();
      if (random.chance(CALLS_PER_STEP)) this.source.next();
      for (const owner of group.alive) owner.fetchSoon();
      await time.runFor(random.integer(0, MAX_STEP_MS));
      this.seen.push(...tooManyObjects(this.database));
    }
    const rested = await this.rest();
    const findings = [...this.seen, ...judgeWorld({ broker: this.broker, database: this.database, source: this.source })];
    if (!rested) findings.push({ rule: 'no-rest', detail: `work was left after ${MAX_UNREST_MS} ms without a fault` });
    return { findings, tally: this.faults.tally };
  }

  private fault(): void {
    const { random, faults, group } = this;
    const kind = random.pick(['send', 'send', 'query', 'query', 'stop', 'stop', 'crash', 'rebalance', 'leave', 'power'] as const);
    if (kind === 'send') return faults.armSend(random.pick(SEND_FAULTS));
    if (kind === 'query') return faults.armQuery(random.pick(QUERY_FAULTS));
    faults.struck(kind);
    if (kind === 'stop') group.stopForAWhile();
    else if (kind === 'crash') group.crash();
    else if (kind === 'leave') group.leave();
    else if (kind === 'power') this.cutPower();
    else group.rebalance();
  }

  /**
   * A power cut of the broker, sometimes together with the death of a process, as in a larger power failure. Commands are flushed before
   * they are acknowledged.
   */
  private cutPower(): void {
    const { random, time, group } = this;
    if (random.chance(0.5)) group.crash();
    this.broker.lose(['object.events', 'object.state'], () => time.now - random.integer(0, MAX_UNFLUSHED_MS));
    for (const owner of group.alive) owner.connectionLost();
  }

  private async rest(): Promise<boolean> {
    this.faults.disarm();
    this.group.settle();
    let waited = 0;
    for (; !this.quiet && waited < MAX_UNREST_MS; waited += 1000) await this.time.runFor(1000);
    await this.time.runFor(REST_MS);
    return this.quiet;
  }

  private get quiet(): boolean {
    const offsets = this.database.committed('offset');
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const end = this.broker.log(COMMANDS, partition).length;
      const row = offsets.get(String(partition));
      if (row?.['next_offset'] !== end || row['state_watermark'] !== end) return false;
    }
    return unpublished(this.database).length === 0 && this.group.alive.every((owner) => owner.quiet);
  }
}
