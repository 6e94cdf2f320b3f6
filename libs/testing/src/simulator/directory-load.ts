import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectoryOrder, DirectoryProbe } from '../oracle/directory-history.js';
import type { Call } from '../oracle/history.js';
import { MARK_FIELD } from '../oracle/judge-calls.js';
import type { Random } from '../workload/random.js';
import { readAnswer } from './answers.js';

export interface DirectoryLoadOptions {
  random: Random;
  /** URLs of the gateways; an order goes to a random one, probes go to each. */
  gateways: () => readonly string[];
  /** A token with the scope `operator`. */
  operator: string;
  /** The workspace to which created tokens have access. */
  workspace: string;
  /** The workspace that is suspended and resumed and gets different plans, with a token that is never revoked. */
  held: { workspace: string; token: string; tokenId: string };
  /** Called with every write, which may become part of the history. */
  note: (call: Call) => void;
}

interface Answered {
  status: number | null;
  requestId: string | null;
  location: string | null;
  text: string;
}

interface LivingToken {
  id: string;
  token: string;
}

const TIMEOUT_MS = 12_000;
const RETRY_MS = 300;
/** Number of tokens that are not revoked during the load. */
const KEPT = 12;
/** Number of revoked tokens that are still tried. */
const DEAD = 30;
/** Number of attempts with a token after its revocation: enough for more than the two seconds that gateways may take. */
const TRIES_AFTER = 24;
/** Time for which a workspace stays suspended or active; probes are judged from two seconds after the answer on. */
const STAYS_MS = 4_500;
const GIVE_UP_MS = 20_000;
export const VARIED_PLAN = 'varied';

/** An operator that creates and revokes tokens, suspends and resumes a workspace and changes its plan, while probes test all gateways. */
export class DirectoryLoad {
  readonly orders: DirectoryOrder[] = [];
  readonly probes: DirectoryProbe[] = [];
  private readonly kept: LivingToken[] = [];
  private readonly dead: LivingToken[] = [];
  private running = false;
  private stoppedAt = Infinity;
  private workers: Promise<void>[] = [];

  constructor(private readonly options: DirectoryLoadOptions) {}

  start(): void {
    this.running = true;
    this.stoppedAt = Infinity;
    this.workers = [this.tokens(), this.tokens(), this.tries(), this.suspensions(), this.plans()];
  }

  /** Waits until each worker has finished its present order. */
  async stop(): Promise<void> {
    this.running = false;
    this.stoppedAt = performance.now();
    await Promise.all(this.workers);
  }

  private async tokens(): Promise<void> {
    const { random, workspace } = this.options;
    while (this.running) {
      const body = { name: `t-${randomUUID()}`, workspaces: [workspace], scopes: ['objects:read'], expiresInSeconds: 86_400 };
      const made = await this.order('token.create', null, 'POST', '/operator/tokens', body);
      if (made === undefined) {
        await sleep(RETRY_MS);
        continue;
      }
      const living = JSON.parse(made) as LivingToken;
      for (const gateway of this.options.gateways()) await this.read(gateway, workspace, living);
      if (this.kept.length < KEPT && random.chance(0.3)) this.kept.push(living);
      else await this.revoke(living);
    }
  }

  private async revoke(living: LivingToken): Promise<void> {
    if (!(await this.insist('token.revoke', `token:${living.id}`, 'DELETE', `/operator/tokens/${living.id}`))) return;
    for (let tries = 0; tries < TRIES_AFTER && this.running; tries++) {
      await Promise.all(this.options.gateways().map((gateway) => this.read(gateway, this.options.workspace, living)));
      await sleep(110);
    }
    this.dead.push(living);
    if (this.dead.length > DEAD) this.dead.shift();
  }

  /** Tries old tokens, valid and revoked ones, on random gateways. */
  private async tries(): Promise<void> {
    const { random, workspace } = this.options;
    while (this.running) {
      const tokens = random.chance(0.5) ? this.kept : this.dead;
      if (tokens.length > 0) await this.read(random.pick(this.options.gateways()), workspace, random.pick(tokens));
      await sleep(60);
    }
  }

  private async suspensions(): Promise<void> {
    const { held } = this.options;
    while (this.running) {
      for (const action of ['suspend', 'resume']) {
        await this.insist(`workspace.${action}`, `workspace:${held.workspace}`, 'POST', `/operator/workspaces/${held.workspace}/${action}`);
        for (const until = performance.now() + STAYS_MS; performance.now() < until && this.running;) {
          await Promise.all(
            this.options
              .gateways()
              .flatMap((gateway) => [this.write(gateway), this.read(gateway, held.workspace, { id: held.tokenId, token: held.token })]),
          );
          await sleep(200);
        }
      }
    }
  }

  private async plans(): Promise<void> {
    const { random, held } = this.options;
    while (this.running) {
      await this.insist('plan.put', `plan:${VARIED_PLAN}`, 'PUT', `/operator/plans/${VARIED_PLAN}`, {
        elementsPerCall: random.integer(100, 999),
      });
      await this.insist('workspace.update', `workspace:${held.workspace}`, 'PATCH', `/operator/workspaces/${held.workspace}`, {
        plan: random.pick(['unlimited', VARIED_PLAN]),
      });
      await sleep(random.integer(200, 800));
    }
  }

  /** Repeats an order until it succeeds. @returns false if it does not */
  private async insist(action: string, target: string, method: string, path: string, body?: object): Promise<boolean> {
    while (performance.now() - this.stoppedAt < GIVE_UP_MS) {
      if ((await this.order(action, target, method, path, body)) !== undefined) return true;
      await sleep(RETRY_MS);
    }
    return false;
  }

  /** @returns the body of a successful answer */
  private async order(action: string, target: string | null, method: string, path: string, body?: object): Promise<string | undefined> {
    const sentAt = performance.now();
    const { status, requestId, text } = await this.send(
      this.options.random.pick(this.options.gateways()) + path,
      method,
      this.options.operator,
      body,
    );
    const done = status !== null && status < 300;
    const made = done && target === null ? `token:${(JSON.parse(text) as LivingToken).id}` : target;
    this.orders.push({ action, target: made, sentAt, answeredAt: performance.now(), status, requestId });
    return done ? text : undefined;
  }

  private async read(gateway: string, workspace: string, { id, token }: LivingToken): Promise<void> {
    const sentAt = performance.now();
    const { status, text } = await this.send(`${gateway}/groups/${workspace}/externalObjects?limit=1`, 'GET', token);
    this.probes.push({
      gateway,
      tokenId: id,
      what: 'read',
      workspace,
      sentAt,
      answeredAt: performance.now(),
      status,
      problem: problemOf(text),
    });
  }

  private async write(gateway: string): Promise<void> {
    const { held, random } = this.options;
    const externalId = `${held.workspace}-${random.integer(0, 4)}`;
    const position = { lat: 1, lon: 2 };
    const fields = [{ type: 'String', field: MARK_FIELD, value: `held-${randomUUID()}` }];
    const sentAt = performance.now();
    const body = [{ externalId, locationUpdate: { newPosition: position }, fieldValues: fields }];
    const { status, location, text } = await this.send(`${gateway}/groups/${held.workspace}/externalObjects`, 'POST', held.token, body, {
      prefer: 'respond-async',
    });
    const answeredAt = performance.now();
    const commands = [{ index: 0, externalId, kind: 'update' as const, position, fields }];
    const answer = status === null ? { answers: [{ outcome: 'unknown' as const }] } : readAnswer(status, location, text, 1);
    this.options.note({ name: `held ${externalId}`, workspace: held.workspace, sentAt, answeredAt, status, commands, ...answer });
    this.probes.push({
      gateway,
      tokenId: held.tokenId,
      what: 'write',
      workspace: held.workspace,
      sentAt,
      answeredAt,
      status,
      problem: problemOf(text),
    });
  }

  private async send(url: string, method: string, token: string, body?: object, more: Record<string, string> = {}): Promise<Answered> {
    try {
      const answer = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...more },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return {
        status: answer.status,
        requestId: answer.headers.get('x-request-id'),
        location: answer.headers.get('location'),
        text: await answer.text(),
      };
    } catch {
      // A refused, cut or silent connection: the outcome is recorded as unknown.
      return { status: null, requestId: null, location: null, text: '' };
    }
  }
}

function problemOf(text: string): string | null {
  return /"type":\s*"urn:waymark:problem:([a-z0-9-]+)"/.exec(text)?.[1] ?? null;
}
