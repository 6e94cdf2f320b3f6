import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefusedError } from '../api/refused-error.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { part } from '../session/command-work.js';
import { compareSides, type Comparison } from './compare-sides.js';
import { copyBoards } from './copy-boards.js';
import { ObjectCopy } from './copy-objects.js';
import { copySettings, copyTokens, OWN_TOKENS, type SettingsCopied } from './copy-settings.js';
import { copyWebhooks, type WebhookShown, webhooksOf } from './copy-webhooks.js';
import { type LeftBehind, leftBehind } from './left-behind.js';
import type { MoveSide, WorkspaceShown } from './move-side.js';
import { uninterrupted } from './uninterrupted.js';

/** After this time, every gateway knows that the workspace is closed (docs/decisions, 9). */
const HEARD_MS = 2000;
const TOKEN_LIFE_S = 24 * 60 * 60;
/** Copying this number of changes takes much less than the time during which changes may be refused. */
const FEW_CHANGES = 300;
const PAUSE_MS = 50;
const MAX_CLOSINGS = 5;
/** The directory reopens the workspace after 20 s. */
const MAX_CLOSED_MS = 15_000;

export interface MoveOrder {
  workspace: string;
  here: MoveSide;
  there: MoveSide;
  /** Address of the other installation's gateways, used by the gateways here. */
  address: string;
  plan?: string;
  onStep: (text: string) => void;
}

export interface Moved extends Comparison {
  id: string;
  settings: SettingsCopied | undefined;
  /** Changes copied by this run. */
  changes: number;
  /** Pictures copied by this run. */
  pictures: number;
  /** Webhooks that were not delivering here at the end. */
  stoppedWebhooks: WebhookShown[];
  leftBehind: LeftBehind;
  /** How long changes were refused, in seconds; undefined: an earlier run had closed the workspace. */
  closedSeconds: number | undefined;
}

type Tokens = Record<'here' | 'there', string>;

/**
 * Moves a workspace (docs/decisions, 33). The directories of both sides store the complete state of the move, so a run that stopped at any
 * point can be repeated.
 */
export class WorkspaceMoving {
  private id = '';
  private readerToken: Promise<string> | undefined;
  /** A time of `performance.now`; 0: not closed by this run. */
  private closedAt = 0;
  /** Position up to which changes here were copied. */
  private cursor = '';
  private closedSeconds: number | undefined;
  private settings: SettingsCopied | undefined;
  private readonly made: { side: MoveSide; id: string }[] = [];

  constructor(private readonly order: MoveOrder) {}

  async run(): Promise<Moved> {
    const { here, there, workspace, onStep } = this.order;
    const found = await here.find({ waits: false });
    if (found === undefined) throw new CliError(`The workspace ${workspace} does not exist here.`, EXIT.refused);
    const id = found.move?.id ?? randomUUID();
    if (found.move?.state !== 'forwarding') await this.checkArrival(id);
    this.id = id;
    let left: LeftBehind;
    const copy = new ObjectCopy({ workspace, here, there, token: () => this.reader(), move: id });
    try {
      const tokens = found.move?.state === 'forwarding' ? undefined : await this.copyAll(found, id, copy);
      // Uninterrupted, because both sides would refuse changes if the run stopped between these two calls.
      await uninterrupted(
        async () => {
          if (tokens !== undefined) await this.leave(id, copy, tokens);
          await this.arrive(id, copy);
        },
        () => onStep('The move is completed first, so that changes are accepted again; interrupt again to stop immediately'),
      );
      left = await leftBehind({ here, there }, workspace, id, await this.token(here, ['objects:read', 'shares:write']));
    } finally {
      await this.revokeOwn();
    }
    onStep('Calls are forwarded. Comparing both sides');
    return {
      id,
      settings: this.settings,
      changes: copy.changes,
      pictures: copy.pictures,
      closedSeconds: this.closedSeconds,
      leftBehind: left,
      stoppedWebhooks: (await webhooksOf(here, workspace)).filter(({ state }) => state !== 'active'),
      ...(await compareSides(here, there)),
    };
  }

  /** Called before any change here. @throws CliError if the other side cannot accept the workspace */
  private async checkArrival(id: string): Promise<void> {
    const { there, workspace, address } = this.order;
    const target = await there.find({ waits: false }).catch((error: unknown) => {
      if (!(error instanceof CliError) || error.exitCode !== EXIT.unreachable) throw error;
      throw new CliError(`Nothing answers at ${address}. Set the gateway of the other installation with --to.`, EXIT.unreachable, {
        cause: error,
      });
    });
    if (target === undefined || (target.move?.state === 'receiving' && target.move.id === id)) return;
    throw new CliError(
      `A workspace ${workspace} already exists at ${address}, or that is the installation that it would ` +
        'leave. A move never writes into an existing workspace. Nothing was changed.',
      EXIT.refused,
    );
  }

  /** Copies while changes are still accepted. @returns a token that reads here, and one there for areas, webhooks and boards */
  private async copyAll({ name, plan }: WorkspaceShown, id: string, copy: ObjectCopy): Promise<Tokens> {
    const { here, there, workspace, address, onStep } = this.order;
    await here.put({ id, state: 'copying', address });
    await there.put({ id, state: 'receiving', name, plan: this.order.plan ?? plan });
    const scopes = ['objects:read', 'areas:write', 'webhooks:admin', 'boards:write'];
    const tokens = { here: await this.token(here, ['objects:read']), there: await this.token(there, scopes) };
    this.settings = await copySettings(here, there, id, workspace, tokens);
    const { tokens: machines, fields, areas, webhooks, dashboards, polls, views } = this.settings;
    onStep(
      `Copied ${machines} tokens, ${fields} fields, ${areas} areas, ${webhooks} webhooks, ${dashboards} dashboards, ${polls} polls, ` +
        `${views} shared views`,
    );
    this.cursor = (await this.changes('latest')).cursor;
    let objects = 0;
    for await (const page of here.keptPages()) {
      await copy.copy(page.objects.map(({ externalId }) => externalId));
      objects += page.objects.length;
      if (page.objects.length > 0) onStep(`Copied ${objects} objects, ${copy.changes} changes, ${copy.pictures} pictures`);
    }
    await this.follow(copy);
    return tokens;
  }

  private async leave(id: string, copy: ObjectCopy, tokens: Tokens): Promise<void> {
    const { here, onStep } = this.order;
    for (let closings = 1; ; closings += 1) {
      await this.close(copy, tokens);
      try {
        await here.put({ id, state: 'forwarding' });
        return onStep('The workspace has left. Copying the last changes');
      } catch (error) {
        if (!(error instanceof RefusedError) || error.status !== 409 || closings >= MAX_CLOSINGS) throw error;
        onStep('The workspace could not be copied within the time in which changes are refused; trying again');
      }
    }
  }

  /** Refuses changes and copies the last ones. @throws RefusedError 409 if another run has advanced the move */
  private async close(copy: ObjectCopy, tokens: Tokens): Promise<void> {
    const { here, there, workspace, onStep } = this.order;
    onStep('Closing the workspace for changes');
    this.closedAt = performance.now();
    await here.put({ id: this.id, state: 'closing' });
    await this.follow(copy);
    await copyTokens(here, there, this.id, workspace);
    await sleep(Math.max(0, HEARD_MS - (performance.now() - this.closedAt)));
    // Later feed entries there are delivered there, and the others here.
    await Promise.all([copyWebhooks(here, there, workspace, tokens.there), copyBoards(here, there, workspace, tokens)]);
    while (performance.now() - this.closedAt < MAX_CLOSED_MS && !(await this.isSettled())) await sleep(PAUSE_MS);
    await this.follow(copy);
  }

  /** Copies the changes between the last look and the time when this side stopped accepting changes. */
  private async arrive(id: string, copy: ObjectCopy): Promise<void> {
    const { here, there, onStep } = this.order;
    const arrived = await there.find();
    if (arrived?.move === undefined) return;
    if (this.closedAt === 0) onStep('An earlier run was stopped after the workspace had left. Checking every object');
    while (!(await this.isSettled())) await sleep(PAUSE_MS);
    const settledAt = performance.now();
    while (!(await this.isShown(settledAt))) await sleep(PAUSE_MS);
    if (this.closedAt > 0) await this.follow(copy);
    // It is unknown what the earlier run had copied.
    else for await (const { objects } of here.keptPages()) await copy.copy(objects.map(({ externalId }) => externalId));
    await there.put({ id, state: 'received' });
    if (this.closedAt > 0) this.closedSeconds = (performance.now() - this.closedAt) / 1000;
  }

  private async isSettled(): Promise<boolean> {
    const { here } = this.order;
    return ((await here.ask('POST', here.at('kept-objects/settled'))).body as { settled: boolean }).settled;
  }

  /** Whether reads contain everything that was accepted before a time of `performance.now`. */
  private async isShown(moment: number): Promise<boolean> {
    const sentAt = performance.now();
    const { headers } = await this.changes('latest');
    const lag = headers.get('waymark-lag');
    return lag !== null && sentAt - Number(lag) * 1000 > moment;
  }

  /** Copies objects that changed since the last look, until few remain. */
  private async follow(copy: ObjectCopy): Promise<void> {
    for (;;) {
      const page = await this.changes(this.cursor);
      await copy.copy([...new Set(page.changes.map(({ externalId }) => externalId))]);
      this.cursor = page.cursor;
      if (page.changes.length < FEW_CHANGES && !page.more) return;
    }
  }

  private async changes(cursor: string): Promise<{ changes: { externalId: string }[]; cursor: string; more: boolean; headers: Headers }> {
    const { here, workspace } = this.order;
    const token = await this.reader();
    const { body, headers } = await here.ask(
      'GET',
      `/groups/${part(workspace)}/changes?${new URLSearchParams({ cursor, limit: '5000' })}`,
      { token, headers: { 'waymark-move': this.id } },
    );
    return { ...(body as { changes: { externalId: string }[]; cursor: string; more: boolean }), headers };
  }

  private reader(): Promise<string> {
    this.readerToken ??= this.token(this.order.here, ['objects:read', 'feed:read']);
    return this.readerToken;
  }

  private async token(side: MoveSide, scopes: readonly string[]): Promise<string> {
    const order = { name: `${OWN_TOKENS} ${scopes.join(' ')}`, workspaces: [this.order.workspace], scopes, expiresInSeconds: TOKEN_LIFE_S };
    const { id, token } = (await side.ask('POST', '/operator/tokens', { body: order })).body as { id: string; token: string };
    this.made.push({ side, id });
    return token;
  }

  private async revokeOwn(): Promise<void> {
    for (const { side, id } of this.made)
      await side.api
        .send('DELETE', `/operator/tokens/${id}`)
        .catch(() => this.order.onStep(`The token ${id} of the move could not be revoked; it expires within a day`));
  }
}
