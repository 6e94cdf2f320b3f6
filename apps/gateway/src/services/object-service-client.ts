import type { OnApplicationShutdown } from '@nestjs/common';
import type { RefusedElement } from '#contracts/command.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import { Problem } from '#problems/problem.js';
import { ServiceClient, type ServiceWords } from './service-client.js';

/** What the object service knows about an operation. */
export interface KnownOperation {
  operationId: string;
  complete: boolean;
  /** No more outcomes will come. */
  lost?: true;
  total: number;
  results: ElementOutcome[];
  refused: RefusedElement[];
}

export interface KeyClaim {
  operationId: string;
  bodyHash: string;
  first: boolean;
}

export interface ObjectCount {
  workspace: string;
  objects: number;
  createdToday: number;
}

/** An id that some workspace uses or has used. */
export interface UsedId {
  externalId: string;
  /** Null: the id was released. */
  workspace: string | null;
  erased: boolean;
  revision: number;
  updatedAt: string;
}

export interface ObjectServiceOptions {
  url: string;
  internalToken: string;
  connections: number;
  timeoutMs: number;
}

/** The object service did not answer, or with an unexpected answer. */
export class ObjectServiceUnavailableError extends Error {
  override readonly name = 'ObjectServiceUnavailableError';
}

/** Requests per connection that may wait for it; more fail at once. */
const WAITING_PER_CONNECTION = 7;
const AWAY = 'The object service does not answer.';
/** Texts for logs: each module has its own for callers. */
const WORDS: ServiceWords = { away: AWAY, busy: 'Too many requests wait for the object service.', failed: AWAY };

/** Requests to the object service, limited in time and number. */
export class ObjectServiceClient implements OnApplicationShutdown {
  private readonly client: ServiceClient;

  constructor(options: ObjectServiceOptions) {
    this.client = new ServiceClient({ ...options, queue: options.connections * WAITING_PER_CONNECTION, words: WORDS });
  }

  /** The operation; undefined if none of it has been processed yet. @throws ObjectServiceUnavailableError */
  async operation(workspace: string, operationId: string): Promise<KnownOperation | undefined> {
    const { status, body } = await this.ask('GET', `/internal/groups/${encodeURIComponent(workspace)}/operations/${operationId}`);
    if (status === 404) return undefined;
    if (status !== 200) throw new ObjectServiceUnavailableError(`A look-up was answered with ${status}.`);
    return body as KnownOperation;
  }

  /** Claims a key for an operation, or returns the operation that has it already. @throws ObjectServiceUnavailableError */
  async claim(workspace: string, keyHash: string, claim: { operationId: string; bodyHash: string }): Promise<KeyClaim> {
    const { status, body } = await this.ask(
      'PUT',
      `/internal/groups/${encodeURIComponent(workspace)}/idempotency-keys/${keyHash}`,
      Buffer.from(JSON.stringify(claim)),
    );
    if (status !== 200) throw new ObjectServiceUnavailableError(`A claim was answered with ${status}.`);
    return body as KeyClaim;
  }

  /** The operation that has claimed a key in the last 24 hours, if any. @throws ObjectServiceUnavailableError */
  async knownKey(workspace: string, keyHash: string): Promise<string | undefined> {
    const { status, body } = await this.ask('GET', `/internal/groups/${encodeURIComponent(workspace)}/idempotency-keys/${keyHash}`);
    if (status === 404) return undefined;
    if (status !== 200) throw new ObjectServiceUnavailableError(`A look-up of a key was answered with ${status}.`);
    return (body as { operationId: string }).operationId;
  }

  /** Whether all commands that are on the log now have been applied. @throws ObjectServiceUnavailableError */
  async settled(workspace: string): Promise<boolean> {
    const { status, body } = await this.ask('POST', `/internal/groups/${encodeURIComponent(workspace)}/kept-objects/settled`);
    if (status !== 200) throw new ObjectServiceUnavailableError(`A question for the log was answered with ${status}.`);
    return (body as { settled: boolean }).settled;
  }

  /** The stored objects of a workspace; undefined if the query is invalid. @throws ObjectServiceUnavailableError */
  async keptObjects(workspace: string, question: Buffer): Promise<unknown> {
    const { status, body } = await this.ask('POST', `/internal/groups/${encodeURIComponent(workspace)}/kept-objects`, question);
    if (status === 422) return undefined;
    if (status !== 200) throw new ObjectServiceUnavailableError(`A question for objects was answered with ${status}.`);
    return body;
  }

  /** @throws ObjectServiceUnavailableError */
  async objectCounts(workspaces: readonly string[]): Promise<ObjectCount[]> {
    const { status, body } = await this.ask('POST', '/internal/object-counts', Buffer.from(JSON.stringify({ workspaces })));
    if (status !== 200) throw new ObjectServiceUnavailableError(`A question for counts was answered with ${status}.`);
    return (body as { counts: ObjectCount[] }).counts;
  }

  /** The owner of an id; undefined if the id was never used. @throws ObjectServiceUnavailableError */
  async usedId(externalId: string): Promise<UsedId | undefined> {
    const { status, body } = await this.ask('GET', `/internal/ids/${encodeURIComponent(externalId)}`);
    if (status === 404) return undefined;
    if (status !== 200) throw new ObjectServiceUnavailableError(`A look-up of an id was answered with ${status}.`);
    return body as UsedId;
  }

  private async ask(method: 'GET' | 'PUT' | 'POST', path: string, body?: Buffer): Promise<{ status: number; body: unknown }> {
    try {
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await this.client.call({ method, path, headers, body });
      return { status: answer.status, body: answer.status === 200 ? (JSON.parse(answer.body.toString()) as unknown) : undefined };
    } catch (error) {
      throw new ObjectServiceUnavailableError(error instanceof Problem ? error.message : AWAY, { cause: error });
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.onApplicationShutdown();
  }
}
