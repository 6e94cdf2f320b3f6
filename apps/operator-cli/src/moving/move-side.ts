import { setTimeout as sleep } from 'node:timers/promises';
import type { KeptObject } from '#object-rules/object.js';
import type { Answer, ApiClient, Call } from '../api/api-client.js';
import { RefusedError } from '../api/refused-error.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import { part } from '../session/command-work.js';

export interface WorkspaceShown {
  id: string;
  name: string;
  plan: string;
  status: string;
  move?: { id: string; state: 'copying' | 'closing' | 'forwarding' | 'receiving'; address?: string; until?: string };
}

export interface KeptPage {
  objects: KeptObject[];
  /** Ids of the objects with a picture that is not stored there. */
  picturesMissing: string[];
  next: string | null;
}

/** Objects by their ids. */
export interface KeptObjects {
  objects: Map<string, KeptObject>;
  picturesMissing: Set<string>;
}

/** Enough for an installation to restart. */
const TIMEOUT_MS = 120_000;
const FIRST_PAUSE_MS = 200;
const LAST_PAUSE_MS = 5000;
const IDS_PER_PAGE = 500;

/** One of the two installations of a move, called with an operator's token. Repeatable calls wait while the installation is unavailable. */
export class MoveSide {
  constructor(
    readonly api: ApiClient,
    private readonly workspace: string,
  ) {}

  private get path(): string {
    return `/operator/workspaces/${part(this.workspace)}`;
  }

  /** @returns undefined if the workspace does not exist @param waits false: an unavailable installation is an error at once */
  async find({ waits = true } = {}): Promise<WorkspaceShown | undefined> {
    try {
      const { body } = await (waits ? this.ask('GET', this.path) : this.api.ask('GET', this.path));
      return body as WorkspaceShown;
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Sets the next state of the move. */
  async put(order: object): Promise<WorkspaceShown> {
    return (await this.ask('PUT', `${this.path}/move`, { body: order })).body as WorkspaceShown;
  }

  /** The path of a part of the workspace, such as `fields`. */
  at(what: string): string {
    return `${this.path}/${what}`;
  }

  /** The stored objects with these ids. */
  async kept(ids: readonly string[]): Promise<KeptObjects> {
    const found: KeptObjects = { objects: new Map(), picturesMissing: new Set() };
    const sorted = [...ids].sort(byCodePoints);
    for (let at = 0; at < sorted.length; at += IDS_PER_PAGE) {
      for (let remaining = sorted.slice(at, at + IDS_PER_PAGE); remaining.length > 0;) {
        const { objects, picturesMissing, next } = await this.page({ ids: remaining });
        for (const object of objects) found.objects.set(object.externalId, object);
        for (const id of picturesMissing) found.picturesMissing.add(id);
        remaining = next === null ? [] : remaining.filter((id) => !found.objects.has(id) && byCodePoints(id, next) > 0);
      }
    }
    return found;
  }

  /** All objects of the workspace in order of their ids, including erased ones, in pages. */
  async *keptPages(): AsyncGenerator<KeptPage> {
    for (let after: string | null = ''; after !== null;) {
      const page: KeptPage = await this.page({ after });
      yield page;
      after = page.next;
    }
  }

  private async page(question: object): Promise<KeptPage> {
    return (await this.ask('POST', `${this.path}/kept-objects`, { body: question })).body as KeptPage;
  }

  /** Repeats a call while its installation is unavailable or busy. @throws CliError, RefusedError */
  ask(method: string, path: string, call: Call = {}): Promise<Answer> {
    return this.withRetries(() => this.api.ask(method, path, call));
  }

  /** A file, with the retries of `ask`. @throws CliError, RefusedError */
  file(path: string, accept: string): Promise<{ mediaType: string; bytes: Buffer }> {
    return this.withRetries(() => this.api.file(path, accept));
  }

  private async withRetries<T>(call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + TIMEOUT_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS)) {
      try {
        return await call();
      } catch (error) {
        if (!isPassing(error) || performance.now() > deadline) throw error;
      }
      await sleep(pauseMs);
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof RefusedError) return error.status === 503 || error.status === 429;
  return error instanceof CliError && error.exitCode === EXIT.unreachable;
}

/** The order of ids in the databases (collation C): by their UTF-8 bytes. */
export const byCodePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** For lists with pages. @param token used instead of the operator's */
export const reading = (side: MoveSide, token?: string, headers?: Call['headers']): { get: <T>(path: string) => Promise<T> } => ({
  get: async <T>(path: string): Promise<T> => (await side.ask('GET', path, { token, headers })).body as T,
});
