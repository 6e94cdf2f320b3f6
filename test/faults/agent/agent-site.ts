import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunningHub } from '#testing/running-hub.js';
import { type RunningStack, startStack } from '#testing/running-stack.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { Random } from '#testing/workload/random.js';
import { AgentProcess } from '../../../apps/agent/test/real/agent-process.js';
import { onOwnServers, type OwnServers } from '../world/own-servers.js';
import { judgeSite, type KeptPosition, type SiteVerdict } from './judge-site.js';
import { ScaleFile } from './scale-file.js';

const HUB = 'hall';
const SCALE = 'scale';
const FORKLIFTS = 12;
const POSITIONS_A_SECOND = 60;
const DRAINED_WITHIN_MS = 180_000;
/** The time within which the projection has what the agent sent. */
const SHOWN_WITHIN_MS = 30_000;

/** The processes that a round may kill. */
export const VICTIMS = ['agent', 'hub', 'gateway', 'broker'] as const;
export type Victim = (typeof VICTIMS)[number];

/**
 * A customer's site and the service: a hub with forklifts, a scale that writes files, the agent, and gateway, object
 * service, projection, broker and database, each a process.
 */
export class AgentSite {
  /** When the agent or the hub was killed: positions that a hub sent just before may be lost, as its protocol acknowledges nothing. */
  private readonly cuts: number[] = [];
  private logs = '';

  private constructor(
    private readonly random: Random,
    private readonly servers: OwnServers,
    private readonly space: TestSpace,
    private readonly stack: RunningStack,
    private readonly token: string,
    private readonly hub: RunningHub,
    private readonly scale: ScaleFile,
    private readonly configuration: string,
    private agent: AgentProcess,
  ) {}

  static open(name: string, seed: number): Promise<AgentSite> {
    return onOwnServers({}, (servers) => AgentSite.openOn(servers, name, seed));
  }

  private static async openOn(servers: OwnServers, name: string, seed: number): Promise<AgentSite> {
    const random = new Random(seed);
    const space = await createTestSpace(name);
    const stack = await startStack(space);
    const token = await space.token({ workspaces: ['alpha'] });
    const files = join(space.folder, 'scale');
    mkdirSync(files);
    const hub = await RunningHub.start({
      sentFile: join(space.folder, 'sent.ndjson'),
      forklifts: FORKLIFTS,
      rate: POSITIONS_A_SECOND,
      seed,
    });
    const file = join(space.folder, 'agent.yaml');
    writeFileSync(file, configurationOf({ gateway: stack.url, queue: join(space.folder, 'queue'), hub: hub.url, files }));
    const agent = await AgentProcess.start(file, { WAYMARK_TOKEN: token });
    return new AgentSite(random, servers, space, stack, token, hub, new ScaleFile(files, random.fork()), file, agent);
  }

  /** The site works, a process is killed (-9), stays away for a while and is started again, and the site works on. */
  async round(victim: Victim): Promise<void> {
    await sleep(this.random.integer(200, 2_000));
    await this.kill(victim);
    await sleep(this.random.integer(0, 2_000));
    await this.startAgain(victim);
    await sleep(this.random.integer(200, 1_500));
  }

  /** Stops the sources, waits until everything has arrived, and compares what was sent with the history. */
  async judge(): Promise<SiteVerdict> {
    await this.hub.stop();
    await this.scale.stop();
    await this.drained();
    for (const deadline = performance.now() + SHOWN_WITHIN_MS; ; await sleep(500)) {
      const verdict = judgeSite({
        sent: this.hub.sent(),
        written: this.scale.rows,
        kept: await this.history(),
        newest: await this.newest(),
        cuts: this.cuts,
        hub: HUB,
        scale: SCALE,
      });
      if (verdict.findings.length === 0 || performance.now() > deadline) return verdict;
    }
  }

  /** The log of all runs of the agent. */
  log(): string {
    return this.logs + this.agent.log();
  }

  /** SIGTERM to the agent. @returns its exit code */
  stopAgent(): Promise<number | null> {
    return this.agent.stop();
  }

  async close(): Promise<void> {
    await this.agent.stop();
    await this.hub.kill();
    await this.stack.close();
    await this.space.close();
    await this.servers.close();
  }

  private async kill(victim: Victim): Promise<void> {
    if (victim === 'agent' || victim === 'hub') this.cuts.push(Date.now());
    if (victim === 'agent') await this.agent.stop('SIGKILL');
    else if (victim === 'hub') await this.hub.kill();
    else if (victim === 'broker') await this.servers.broker.kill();
    else this.stack.gateways[0]!.signal('SIGKILL');
  }

  private async startAgain(victim: Victim): Promise<void> {
    if (victim === 'agent') {
      this.logs += this.agent.log();
      this.agent = await AgentProcess.start(this.configuration, { WAYMARK_TOKEN: this.token });
    } else if (victim === 'hub') await this.hub.startAgain();
    else if (victim === 'broker') await this.servers.broker.start();
    else await this.stack.gateways[0]!.restart('SIGKILL');
  }

  /** Resolves when the files are read to their ends, nothing waits on disk, and every outcome is known. */
  private async drained(): Promise<void> {
    const until = performance.now() + DRAINED_WITHIN_MS;
    for (let [still, before] = [0, -1]; still < 5;) {
      const { queue } = await this.agent.status();
      if (performance.now() > until) throw new Error(`The agent still has ${JSON.stringify(queue)}:\n${this.log().slice(-3000)}`);
      still = queue.length === 0 && queue.sent === before ? still + 1 : 0;
      before = queue.sent;
      await sleep(500);
    }
  }

  private async history(): Promise<KeptPosition[]> {
    const answer = await this.read('/groups/alpha/history?format=ndjson');
    return (await answer.text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { externalId, observedAt, position } = JSON.parse(line) as {
          externalId: string;
          observedAt: string;
          position?: { lat: number; lon: number };
        };
        return { id: externalId, at: Date.parse(observedAt), lat: position?.lat, lon: position?.lon };
      });
  }

  private async newest(): Promise<Map<string, number>> {
    const { objects } = (await (await this.read('/groups/alpha/externalObjects?limit=1000')).json()) as {
      objects: { externalId: string; position: { observedAt: string } }[];
    };
    return new Map(objects.map(({ externalId, position }) => [externalId, Date.parse(position.observedAt)]));
  }

  private async read(path: string): Promise<Response> {
    const answer = await fetch(this.stack.url + path, { headers: { authorization: `Bearer ${this.token}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}

const configurationOf = ({ gateway, queue, hub, files }: { gateway: string; queue: string; hub: string; files: string }): string => `
gateway:
  url: ${gateway}
  workspace: alpha
  token: \${env:WAYMARK_TOKEN}
queue:
  folder: ${queue}
status:
  port: 0
sources:
  - name: ${HUB}
    kind: omlox
    url: ${hub}
  - name: ${SCALE}
    kind: files
    folder: ${files}
    names: scale-*.ndjson
    format: ndjson
    everySeconds: 0.2
    map:
      id: value.id
      observedAt: value.at
      lat: value.lat
      lon: value.lon
`;
