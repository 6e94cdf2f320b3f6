import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { topicName } from '#kafka/topics/topics.js';
import type { ServiceName } from '#stack/services/service-environment.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { collectHistory } from '#testing/oracle/collect.js';
import type { DirectoryHistory, Interval } from '#testing/oracle/directory-history.js';
import { readEventLog } from '#testing/oracle/event-log.js';
import type { Call, Finding, History } from '#testing/oracle/history.js';
import { judgeFeed } from '#testing/oracle/judge-changes.js';
import { type DirectoryJudgement, judgeDirectory } from '#testing/oracle/judge-directory.js';
import { judge } from '#testing/oracle/judge.js';
import { type ApiReader, lookUpInside, lookUpOperation } from '#testing/oracle/read-api.js';
import { readDirectory } from '#testing/oracle/read-directory.js';
import type { RunningService } from '#testing/running-service.js';
import { Simulation } from '#testing/simulator/clients.js';
import { DirectoryLoad } from '#testing/simulator/directory-load.js';
import { FeedFollower } from '#testing/simulator/feed-follower.js';
import { LogSimulation } from '#testing/simulator/log-clients.js';
import { settle } from '#testing/simulator/settle.js';
import type { TcpProxy } from '#testing/tcp-proxy.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { racedIds } from '#testing/workload/commands.js';
import { Random } from '#testing/workload/random.js';
import type { StandbyKind } from './database-pair.js';
import { type DerivedJudgement, DerivedWork } from './derived-work.js';
import { Fleet } from './fleet.js';
import { furnishDirectory, type FurnishedDirectory, HELD } from './furnished-directory.js';
import { onOwnServers, type OwnServers, type SmallDisks } from './own-servers.js';

export interface WorldOptions {
  name: string;
  seed: number;
  /** Whether the run has a separate broker and database behind proxies, which faults of either need. */
  ownServers?: boolean;
  /** Sizes of small file systems for the separate servers. */
  smallDisks?: SmallDisks;
  /** Whether power cuts are among the faults of the separate servers. */
  losesPower?: boolean;
  /** 3: three separate brokers instead of one. */
  brokers?: 1 | 3;
  /** The standby of the separate database, if it has one. */
  standby?: StandbyKind;
  /** Whether the services' wall clocks can be set. */
  settableClock?: boolean;
  /** 0: the load is written directly to the log, without a gateway. */
  gateways?: number;
  objectServices?: number;
  projections?: number;
  /** If more than 0: a real directory, which is changed through the gateways all the time. */
  directories?: number;
  /** Number of copies of the area, report and webhook services each; needs a gateway. One workspace's objects are then erased and held. */
  derived?: number;
  clients?: number;
  ids?: number;
  overrides?: Record<string, string>;
  /** Called once for each process that is started; returns the environment with its own proxies to the servers. */
  wayOf?: (service: ServiceName) => Promise<Record<string, string>>;
  /** With derived services: opens a proxy to the receiver of webhooks; returns its address. */
  wayToReceiver?: (address: string) => Promise<string>;
}

/** The effect of a fault on a world. It has ended and is repaired when `inflict` resolves. */
export interface Misfortune {
  /** For this time after the fault gateways may not know the directory changes made during it yet; left out: they always know them. */
  blindMs?: number;
  /** Whether clocks are wrong meanwhile. */
  clocksOff?: boolean;
  /** Rules of the oracle that may be broken, because the product does not promise them for this fault. */
  excuses?: readonly string[];
  inflict(world: World): Promise<void>;
}

export interface Verdict {
  findings: Finding[];
  /** The calls whose names are in the findings. */
  concerned: Call[];
  calls: number;
  acknowledged: number;
  events: number;
  tally: Record<string, number>;
  /** The judged changes of the directory, if there is a real one. */
  directory?: DirectoryJudgement;
  /** The results of areas, reports and webhooks, compared with the raw topics, if these services run. */
  derived?: DerivedJudgement;
  /** Exits that no fault caused. */
  unasked: string[];
}

const SHIFTED_CLOCK = join(repositoryRoot, 'dist/test/faults/world/shifted-clock.js');
const WORKSPACES = ['north', 'south', 'west'];
/** Sums over an erased object stay, so only the sums of the other workspaces can be counted again. */
const ERASING = ['west'];
/** Catch-up after a fault must take less than 45 s (reliability.md, section 3). */
const QUIET_MS = 45_000;
/** Look-ups are repeated every few seconds, as long as they find something. */
const SETTLE_MS = 5_000;

/** Statuses of calls with at least one element that was accepted, or may have been. */
const ACCEPTED = ['200', '202', '207'];
const ENOUGH_CALLS = 60;
/** On a busy machine a killed broker takes some time to come back. */
const ENOUGH_AFTER_MS = 30_000;

/** One installation under random load, with everything that a fault may affect. */
export class World {
  readonly random: Random;
  private simulation: Simulation | LogSimulation | undefined;
  private readonly calls: Call[] = [];
  private readonly tally = new Map<string, number>();
  private directory: { load: DirectoryLoad; furnished: FurnishedDirectory } | undefined;
  private derived: DerivedWork | undefined;
  private readonly blind: Interval[] = [];
  private readonly clocksOff: Interval[] = [];
  private readonly excused = new Set<string>();
  /** One for each workspace, as long as the world exists. */
  private readonly followers = new Map<string, FeedFollower>();
  private runs = 0;
  private polls = 0;

  private constructor(
    readonly options: WorldOptions,
    readonly space: TestSpace,
    readonly fleet: Fleet,
    readonly servers: OwnServers | undefined,
    readonly tokens: Map<string, string>,
    /** Holds the shift of the services' clocks in milliseconds. */
    readonly clockFile: string | undefined,
  ) {
    this.random = new Random(options.seed);
  }

  static open(options: WorldOptions): Promise<World> {
    return options.ownServers ? onOwnServers(options, (servers) => World.openOn(servers, options)) : World.openOn(undefined, options);
  }

  private static async openOn(servers: OwnServers | undefined, options: WorldOptions): Promise<World> {
    const space = await createTestSpace(options.name, {
      ...(options.directories && { directory: 'real' }),
      replicationFactor: options.brokers,
    });
    if (servers) {
      space.installation.brokers = servers.brokerAddresses;
      const proxied = new URL(servers.databaseUrl);
      proxied.port = String(servers.databaseProxy.port);
      space.installation.databaseUrl = proxied.href;
    }
    const tokens = new Map<string, string>();
    if (!options.directories)
      for (const workspace of WORKSPACES)
        tokens.set(workspace, await space.token({ workspaces: [workspace], expiresInSeconds: 24 * 3600 }));
    const clockFile = options.settableClock ? join(space.folder, 'clock') : undefined;
    const clock: Record<string, string> =
      clockFile === undefined ? {} : { NODE_OPTIONS: `--import=${pathToFileURL(SHIFTED_CLOCK).href}`, WAYMARK_TEST_CLOCK_FILE: clockFile };
    let gateways = 0;
    // The clock of each gateway can be shifted alone.
    const clockOf = (service: ServiceName): Record<string, string> =>
      clockFile === undefined || service !== 'gateway'
        ? clock
        : { ...clock, WAYMARK_TEST_CLOCK_FILE: `${clockFile},${clockFile}-gateway-${gateways++}` };
    const objectBrokers = servers && { KAFKA_BROKERS: servers.objectBrokerAddresses.join(',') };
    const fleet = new Fleet(space, async (service) => ({
      ...clockOf(service),
      ...options.overrides,
      ...(service === 'object-service' && objectBrokers),
      ...(await options.wayOf?.(service)),
    }));
    const world = new World(options, space, fleet, servers, tokens, clockFile);
    try {
      for (let n = 0; n < (options.directories ?? 0); n++) await fleet.join('directory-service');
      if (options.directories) await world.furnish();
      const { objectServices = 1, projections = 1, gateways = 1, derived = 0 } = options;
      const copies: [ServiceName, number][] = [
        ['object-service', objectServices],
        ['projection-service', projections],
        ['area-service', derived],
        ['report-service', derived],
        ['webhook-service', derived],
        ['gateway', gateways],
      ];
      await Promise.all(
        copies.map(async ([service, many]) => {
          for (let n = 0; n < many; n++) await fleet.join(service);
        }),
      );
      if (derived > 0)
        world.derived = await DerivedWork.furnish({
          space,
          workspaces: WORKSPACES,
          api: () => world.someApi(),
          areaServices: fleet.of('area-service'),
          clocksGoWrong: options.settableClock === true,
          ...(options.wayToReceiver && { wayToReceiver: options.wayToReceiver }),
        });
      if (clockFile !== undefined) await world.showTokens();
      for (const workspace of world.workspaces) world.followers.set(workspace, new FeedFollower(workspace, () => world.someApi()));
    } catch (error) {
      await world.close();
      throw error;
    }
    return world;
  }

  /** Creates workspaces and tokens, and starts the load of directory changes. */
  private async furnish(): Promise<void> {
    const furnished = await furnishDirectory(this.fleet.of('directory-service')[0]!.url, this.internal, WORKSPACES);
    for (const [workspace, token] of furnished.tokens) this.tokens.set(workspace, token);
    const load = new DirectoryLoad({
      random: this.random.fork(),
      gateways: () => this.fleet.of('gateway').map(({ url }) => url),
      operator: furnished.operator.token,
      workspace: WORKSPACES[0]!,
      held: { workspace: HELD, ...furnished.held },
      note: (call) => this.note(call),
    });
    this.directory = { load, furnished };
  }

  /**
   * Calls each gateway with each token. A gateway remembers the tokens that it accepted; one whose clock is set back
   * would refuse any other token as issued in the future.
   */
  private async showTokens(): Promise<void> {
    const until = performance.now() + 30_000;
    for (const { url } of this.fleet.of('gateway'))
      for (const [workspace, token] of this.tokens) {
        const call = async (): Promise<number> => {
          const answer = await fetch(`${url}/groups/${workspace}/externalObjects?limit=1`, {
            headers: { authorization: `Bearer ${token}` },
          });
          await answer.body?.cancel();
          return answer.status;
        };
        for (let status = await call(); status !== 200; status = await call()) {
          if (performance.now() > until) throw new Error(`A gateway answers ${status} to the token of ${workspace}.`);
          await sleep(200);
        }
      }
  }

  private get workspaces(): string[] {
    return this.directory ? [...WORKSPACES, HELD] : WORKSPACES;
  }

  /** Inflicts a fault, and records for how long it excuses processes with missing knowledge or a wrong clock. */
  async suffer(fault: Misfortune): Promise<void> {
    const { blindMs, clocksOff, excuses = [] } = fault;
    for (const rule of excuses) this.excused.add(rule);
    const [from, to] = [performance.now(), Infinity];
    const [blind, off] = [
      { from, to },
      { from, to },
    ];
    if (blindMs !== undefined) this.blind.push(blind);
    if (clocksOff) this.clocksOff.push(off);
    try {
      await fault.inflict(this);
    } finally {
      off.to = performance.now();
      blind.to = off.to + (blindMs ?? 0);
    }
  }

  /** All proxies to the broker, for faults that cut off all services. */
  get brokerProxies(): TcpProxy[] {
    return this.servers ? [this.servers.brokerProxy, this.servers.objectBrokerProxy] : [];
  }

  get api(): ApiReader {
    return this.apiOf(this.fleet.of('gateway')[0]);
  }

  /** A different gateway each time, as behind a load balancer. */
  private someApi(): ApiReader {
    const gateways = this.fleet.of('gateway');
    return this.apiOf(gateways[this.polls++ % gateways.length]);
  }

  private apiOf(gateway: RunningService | undefined): ApiReader {
    if (gateway) return { url: gateway.url, headers: (workspace) => ({ authorization: `Bearer ${this.tokens.get(workspace)!}` }) };
    return { url: this.fleet.of('projection-service')[0]!.url, headers: () => this.internal };
  }

  private get internal(): Record<string, string> {
    return { 'x-waymark-internal': this.space.installation.secrets.internalToken };
  }

  topic(name: Parameters<typeof topicName>[1]): string {
    return topicName(this.space.prefix, name);
  }

  /** Runs the work in a database session as the superuser, past any proxy. */
  async database<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.servers?.databaseUrl ?? this.space.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private startSimulation(): Simulation | LogSimulation {
    const workload = {
      seed: this.options.seed * 1_000 + this.runs++,
      clients: this.options.clients ?? 8,
      workspaces: WORKSPACES,
      ...(this.derived && { erasing: ERASING }),
      ids: racedIds(this.options.ids ?? 25, 'o'),
      maxElements: 8,
      maxPauseMs: 160,
    };
    if (this.options.gateways === 0)
      return new LogSimulation({
        ...workload,
        kafka: this.space.kafka,
        topic: this.topic('object.commands'),
        partitions: this.space.partitions,
      });
    const urls = () => this.fleet.of('gateway').map((gateway) => gateway.url);
    return new Simulation({ ...workload, urls, token: (workspace) => this.tokens.get(workspace)!, timeoutMs: 15_000 });
  }

  /**
   * Runs the load during `fault`, a little before and after it, and until enough calls were accepted: if no call got
   * through, the run would prove nothing.
   */
  async under(fault: () => Promise<void>, marginMs = 1_500): Promise<void> {
    this.simulation = this.startSimulation();
    this.directory?.load.start();
    try {
      await sleep(marginMs);
      await fault();
      await sleep(marginMs);
      await this.accepted(ENOUGH_CALLS, ENOUGH_AFTER_MS);
    } finally {
      await this.directory?.load.stop();
      this.calls.push(...(await this.simulation.stop()));
      for (const [status, count] of this.simulation.tally) this.tally.set(status, (this.tally.get(status) ?? 0) + count);
    }
  }

  /** Waits until `calls` calls of the running load were accepted, or the time is over; the test judges the number. */
  private async accepted(calls: number, timeoutMs: number): Promise<void> {
    const until = Date.now() + timeoutMs;
    const { tally } = this.simulation!;
    while (ACCEPTED.reduce((sum, status) => sum + (tally.get(status) ?? 0), 0) < calls && Date.now() < until) await sleep(100);
  }

  /** Adds a call that the simulation did not make to the history. */
  note(call: Call): void {
    this.calls.push(call);
  }

  /** The number of answers with this status so far, for faults that wait for a 503. */
  answered(status: string): number {
    return (this.tally.get(status) ?? 0) + (this.simulation?.tally.get(status) ?? 0);
  }

  private lookUp(call: Call): Promise<{ status: number; text: string }> {
    if (this.options.gateways !== 0) return lookUpOperation(this.api, call.workspace, call.publicOperationId!);
    return lookUpInside({ url: this.fleet.of('object-service')[0]!.url, headers: () => this.internal }, call.workspace, call.operationId!);
  }

  /** @returns how many accepted operations are still undecided */
  private settle(): Promise<number> {
    return settle(this.calls, (call) => this.lookUp(call), SETTLE_MS);
  }

  /** Waits until nothing happens any more, and judges the whole history. */
  async judge(): Promise<Verdict> {
    for (let left = Infinity, before; left > 0; left = before) {
      before = await this.settle();
      if (before >= left) break;
    }
    const deadline = performance.now() + QUIET_MS;
    let findings: Finding[];
    let directory: DirectoryJudgement | undefined;
    let derived: DerivedJudgement | undefined;
    let events = 0;
    for (;;) {
      try {
        await this.settle();
        const history = await collectHistory(this.space, this.api, this.workspaces, this.calls);
        events = history.events.length;
        directory = await this.judgeDirectory();
        findings = [...judge(history), ...this.judgeFollowers(history), ...this.judgeRefusals(), ...(directory?.findings ?? [])];
        derived = await this.derived?.judge(history);
        findings.push(...(derived?.findings ?? []));
        findings = findings.filter(({ rule }) => !this.excused.has(rule));
      } catch (error) {
        findings = [{ rule: 'not-readable', detail: String(error) }];
      }
      if (findings.length === 0 || performance.now() > deadline) break;
      await sleep(500);
    }
    const acknowledged = this.calls.flatMap(({ answers }) => answers).filter(({ outcome }) => outcome === 'applied').length;
    return {
      findings,
      concerned: this.calls.filter(({ name }) => findings.some(({ detail }) => detail.includes(`${name}[`))),
      calls: this.calls.length,
      acknowledged,
      events,
      tally: Object.fromEntries(this.tally),
      ...(directory && { directory }),
      ...(derived && { derived }),
      unasked: this.fleet.unasked,
    };
  }

  /** Finds refused calls: the clients' tokens are valid all the time. */
  private judgeRefusals(): Finding[] {
    const refused = this.tally.get('401') ?? 0;
    return refused === 0 ? [] : [{ rule: 'unrevoked-refused', detail: `${refused} calls of the load were answered 401` }];
  }

  private async judgeDirectory(): Promise<DirectoryJudgement | undefined> {
    if (!this.directory) return undefined;
    const { load, furnished } = this.directory;
    const history: DirectoryHistory = {
      operator: `token:${furnished.operator.id}`,
      orders: load.orders,
      probes: load.probes,
      held: await readDirectory(this.space),
      blind: this.blind,
      clocksOff: this.clocksOff,
    };
    return judgeDirectory(history);
  }

  /** Compares the changes that the followers got through all faults with the feed that is expected. */
  private judgeFollowers(history: History): Finding[] {
    const { objects } = readEventLog(history.events);
    const served = [...this.followers].flatMap(([workspace, { changes }]) => judgeFeed(workspace, [...changes], objects));
    const refused = [...this.followers].flatMap(([workspace, { refusals }]) =>
      refusals.map((answer) => ({ rule: 'refused', detail: `a good cursor of ${workspace} was answered ${answer}` })),
    );
    return [...served, ...refused].map(({ rule, detail }) => ({ rule: `follower-${rule}`, detail }));
  }

  /** The last lines of the log of each service. */
  logs(lines: number): string {
    return this.fleet.members
      .map((member) => `--- ${member.service} ${member.pid}\n${member.log().trimEnd().split('\n').slice(-lines).join('\n')}`)
      .join('\n');
  }

  async close(): Promise<void> {
    await this.directory?.load.stop();
    await this.simulation?.stop().catch(() => undefined);
    await Promise.all([...this.followers.values()].map((follower) => follower.stop()));
    await this.fleet.close();
    await this.derived?.close();
    for (const proxy of this.brokerProxies) proxy.thaw();
    // A broker or database that a fault left dead keeps its topics and schemas; they are deleted with its folder.
    await this.space.close().catch((error: unknown) => {
      if (!this.servers) throw error;
    });
    await this.servers?.close();
  }
}
