import type { PlanLimits } from '#contracts/directory/plan-limits.js';
import { freePorts } from '#stack/processes/free-port.js';
import { type RunningService, startService } from '#testing/running-service.js';
import type { TestSpace } from '#testing/test-space.js';
import { type Answer, at, type WriteClient, writeClient } from './write-client.js';

/** Calls the directory of a space like `npm start`, with the secret of the installation. */
export async function askDirectory(space: TestSpace, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${space.installation.ports['directory-service']}${path}`, {
    method,
    headers: { 'x-waymark-internal': space.installation.secrets.internalToken, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** A workspace with its own plan, and a token for it. */
export async function makeWorkspace(space: TestSpace, id: string, limits: Partial<PlanLimits>): Promise<string> {
  await askDirectory(space, 'PUT', `/operator/plans/${id}`, limits);
  await askDirectory(space, 'POST', '/operator/workspaces', { id, plan: id });
  const { token } = (await askDirectory(space, 'POST', '/operator/tokens', {
    name: id,
    workspaces: [id],
    scopes: ['objects:write', 'objects:read', 'feed:read', 'usage:read'],
  })) as { token: string };
  return token;
}

export async function startGateways(space: TestSpace, count: number, overrides: Record<string, string> = {}): Promise<RunningService[]> {
  const ports = await freePorts(count);
  return Promise.all(
    ports.map((port, index) =>
      startService(
        'gateway',
        space.environment('gateway', { PORT: String(port), INSTANCE_ID: `g${index}`, LOG_LEVEL: 'warn', ...overrides }),
      ),
    ),
  );
}

/** Waits until the gateway knows the workspace, because it reads the directory topic a moment after the change. */
export async function untilKnown(client: WriteClient): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { status } = await client({ method: 'GET', path: '/usage' });
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The gateway does not learn of the workspace.');
}

export interface Tally {
  accepted: number;
  refused: number;
  /** Neither: 503, or no answer. */
  failed: number;
  last: Answer | undefined;
}

const ASYNC = { prefer: 'respond-async' };

/** Posts calls with one element each, one after the other, until `goOn` returns false. */
export async function post(url: string, token: string, workspace: string, goOn: (tally: Tally) => boolean, pauseMs = 0): Promise<Tally> {
  const client = writeClient(url, token, workspace);
  const tally: Tally = { accepted: 0, refused: 0, failed: 0, last: undefined };
  for (let index = 0; goOn(tally); index += 1) {
    try {
      const answer = await client({ headers: ASYNC, body: [at(`${workspace}-${index % 50}`)] });
      tally.last = answer;
      if (answer.status === 202) tally.accepted += 1;
      else if (answer.status === 429) tally.refused += 1;
      else tally.failed += 1;
    } catch {
      tally.failed += 1;
    }
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return tally;
}

export const sum = (tallies: readonly Tally[], of: 'accepted' | 'refused' | 'failed'): number =>
  tallies.reduce((total, tally) => total + tally[of], 0);

export interface UsageAnswer {
  calls: { used: number; left: number | null; limit: number | null; unaccounted: number; leased: number };
  elements: number;
}

export const usageOf = async (space: TestSpace, workspace: string): Promise<UsageAnswer> =>
  (await askDirectory(space, 'GET', `/groups/${workspace}/usage`)) as UsageAnswer;
