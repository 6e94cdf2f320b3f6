import type { Api, ExternalObject, Schemas } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { merge } from './merge.js';
import { changed, DESCRIPTIVE, type MemberName, type Members, membersOf, type MemberValue, patchOf } from './object-members.js';

type Change = readonly [MemberName, MemberValue | undefined];

/** A change of an object: values to set (undefined clears one), or an order. */
export type ObjectChange = { set: readonly Change[] } | { order: 'archive' | 'restore' };

export interface EditDone {
  before: ExternalObject;
  after: ExternalObject;
}

/** Somebody else has changed the same members since the person saw the object; nothing was written. */
export class EditConflict extends Error {
  constructor(
    /** The current object. */
    readonly theirs: ExternalObject,
    readonly members: readonly MemberName[],
  ) {
    super('Somebody else changed the same.');
    this.name = 'EditConflict';
  }
}

const REBASES = 8;
const PENDING_EVERY_MS = 500;
const MAX_PENDING_MS = 60_000;
const BUSY_TRIES = 5;

/**
 * Changes objects of a workspace through the API, each against the revision that the person saw. An object that reports every second has
 * another revision by then: other people's changes to other members are kept, and only a member that both changed is a conflict.
 */
export class ObjectEdits {
  /** Idempotency keys by call: a call repeated for lack of an answer must have the same key. */
  private keys = new Map<string, string>();

  constructor(
    private readonly api: Api,
    readonly workspace: string,
  ) {}

  /**
   * @param seen the object that the person based the change on
   * @param present the current object, if it is known to be different
   * @throws EditConflict, ApiProblem
   */
  async apply(seen: ExternalObject, change: ObjectChange, present = seen): Promise<EditDone> {
    return 'order' in change ? this.order(seen, change.order) : this.edit(seen, change.set, present);
  }

  /**
   * Uploads or removes a picture. A separate edit, because a patch does not contain the bytes.
   * @returns the object with the picture
   * @throws EditConflict, ApiProblem
   */
  async setPicture(seen: ExternalObject, picture: Blob | undefined): Promise<ExternalObject> {
    // While somebody chooses a picture, a moving object gets new revisions.
    let present = await this.read(seen.externalId);
    for (let tries = 0; ; tries++) {
      if (present.picture !== seen.picture) throw new EditConflict(present, ['picture']);
      try {
        const operationId = await this.sendPicture(present, picture);
        return await this.read(seen.externalId, operationId);
      } catch (error) {
        if (!isRevisionConflict(error) || tries >= REBASES) throw error;
        present = await this.newerThan(present);
      }
    }
  }

  /** Uploads the picture of a new object. @throws ApiProblem */
  async addPicture(externalId: string, picture: Blob): Promise<void> {
    await this.sendPicture({ externalId }, picture);
  }

  /** The current object, with all changes of the operation. @throws ApiProblem */
  async read(externalId: string, operationId?: string): Promise<ExternalObject> {
    const { data } = await this.api.GET('/groups/{groupID}/externalObjects/{externalId}', {
      params: { path: this.path(externalId), header: operationId === undefined ? {} : { 'Waymark-Position': operationId } },
    });
    return data!;
  }

  /** @throws ApiProblem */
  async erase(externalId: string): Promise<void> {
    await this.api.DELETE('/groups/{groupID}/externalObjects/{externalId}', { params: { path: this.path(externalId) } });
  }

  /** @returns the id of the operation */
  private async sendPicture(
    { externalId, revision }: { externalId: string; revision?: number },
    picture: Blob | undefined,
  ): Promise<string> {
    const params = (key: string) => ({
      params: {
        path: this.path(externalId),
        header: { 'Idempotency-Key': key, ...(revision !== undefined && { 'If-Match': `"${revision}"` }) },
      },
    });
    const answer = await this.once(`picture ${externalId} ${revision ?? ''} ${picture === undefined ? 'none' : numberOf(picture)}`, (key) =>
      picture === undefined
        ? this.api.DELETE('/groups/{groupID}/externalObjects/{externalId}/picture', params(key))
        : // The types generated from the API declare bytes as text.
          this.api.PUT('/groups/{groupID}/externalObjects/{externalId}/picture', {
            ...params(key),
            body: '',
            bodySerializer: () => picture,
            headers: { 'Content-Type': picture.type },
          }),
    );
    return (await this.outcome(answer.data as ChangeAnswer)).operationId;
  }

  private async edit(seen: ExternalObject, set: readonly Change[], from: ExternalObject): Promise<EditDone> {
    const base = membersOf(seen);
    const mine = changed(base, set);
    let present = from;
    for (let tries = 0; ; tries++) {
      const theirs = membersOf(present);
      const { merged, conflicts } = merge(base, mine, theirs);
      if (conflicts.length > 0) throw new EditConflict(present, conflicts);
      const patch = patchOf(theirs, merged);
      if (patch === undefined) return { before: present, after: present };
      const { externalId, revision } = present;
      try {
        const answer = await this.once(`edit ${externalId} ${revision} ${JSON.stringify(patch)}`, (key) =>
          this.api.PATCH('/groups/{groupID}/externalObjects/{externalId}', {
            params: { path: this.path(externalId), header: { 'If-Match': `"${revision}"`, 'Idempotency-Key': key } },
            body: patch,
          }),
        );
        return { before: present, after: await this.done(present, answer, merged) };
      } catch (error) {
        if (!isRevisionConflict(error) || tries >= REBASES) throw error;
        present = await this.newerThan(present);
      }
    }
  }

  private async order(seen: ExternalObject, order: 'archive' | 'restore'): Promise<EditDone> {
    let present = seen;
    for (let tries = 0; ; tries++) {
      if (present.archived === (order === 'archive')) return { before: present, after: present };
      const { externalId, revision } = present;
      try {
        const params = (key: string) => ({
          params: { path: this.path(externalId), header: { 'If-Match': `"${revision}"`, 'Idempotency-Key': key } },
        });
        const answer = await this.once(`${order} ${externalId} ${revision}`, (key) =>
          order === 'archive'
            ? this.api.POST('/groups/{groupID}/externalObjects/{externalId}/archive', params(key))
            : this.api.POST('/groups/{groupID}/externalObjects/{externalId}/restore', params(key)),
        );
        return { before: present, after: await this.done(present, answer, undefined) };
      } catch (error) {
        if (!isRevisionConflict(error) || tries >= REBASES) throw error;
        present = await this.newerThan(present);
      }
    }
  }

  /** Reads until the answer includes the conflicting change. */
  private async newerThan({ externalId, revision }: ExternalObject): Promise<ExternalObject> {
    for (let wait = 50; ; wait = Math.min(1000, wait * 2)) {
      const object = await this.read(externalId);
      if (object.revision > revision || wait >= 1000) return object;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  /** The object after the change. If it cannot be read at the moment, or has changed again, it is derived from what was written. */
  private async done(before: ExternalObject, answer: { data?: unknown }, merged: Members | undefined): Promise<ExternalObject> {
    const { operationId, revision } = await this.outcome(answer.data as ChangeAnswer);
    try {
      const object = await this.read(before.externalId, operationId);
      if (object.revision === revision) return object;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
    }
    return merged === undefined ? { ...before, archived: !before.archived, revision } : { ...withMembers(before, merged), revision };
  }

  private async outcome(answer: {
    operationId: string;
    status: string;
    revision?: number;
  }): Promise<{ operationId: string; revision: number }> {
    const { operationId } = answer;
    if (answer.status !== 'pending') return { operationId, revision: answer.revision ?? 0 };
    for (const until = Date.now() + MAX_PENDING_MS; Date.now() < until;) {
      await new Promise((resolve) => setTimeout(resolve, PENDING_EVERY_MS));
      const { data } = await this.api.GET('/groups/{groupID}/operations/{operationId}', {
        params: { path: { groupID: this.workspace, operationId } },
      });
      const { status, results } = data as { status?: string; results?: Schemas['ElementResult'][] };
      if (status === 'lost') break;
      const result = results?.[0];
      if (result === undefined) continue;
      if (result.status !== 'rejected') return { operationId, revision: result.revision ?? 0 };
      const { code, detail } = result.error!;
      throw new ApiProblem(code === 'revision-conflict' ? 412 : 422, code, detail);
    }
    throw new ApiProblem(0, 'offline', 'No answer came.');
  }

  /** Uses one key for a call until it is answered; if the server is busy, waits as long as the answer requires. */
  private async once<T>(call: string, send: (key: string) => Promise<T>): Promise<T> {
    const key = this.keys.get(call) ?? crypto.randomUUID();
    this.keys.set(call, key);
    for (let tries = 1; ; tries++) {
      try {
        const answer = await send(key);
        this.keys.delete(call);
        return answer;
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        if (error.status === 429 && tries < BUSY_TRIES && (error.retryAfter ?? 1) <= 30) {
          await new Promise((resolve) => setTimeout(resolve, 1000 * (error.retryAfter ?? 1)));
          continue;
        }
        if (error.status >= 400 && error.status < 500 && error.status !== 429) this.keys.delete(call);
        throw error;
      }
    }
  }

  private path(externalId: string): { groupID: string; externalId: string } {
    return { groupID: this.workspace, externalId };
  }
}

type ChangeAnswer = Schemas['ElementResult'] & { operationId: string; status: string };

let blobs = 0;
const NUMBERS = new WeakMap<Blob, number>();

/** Distinguishes the bytes of different calls. */
function numberOf(blob: Blob): number {
  const number = NUMBERS.get(blob) ?? ++blobs;
  NUMBERS.set(blob, number);
  return number;
}

const isRevisionConflict = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 412 || error.kind === 'revision-conflict');

function withMembers(object: ExternalObject, members: Members): ExternalObject {
  const next = { ...object, fields: {} as ExternalObject['fields'] };
  for (const name of DESCRIPTIVE) delete next[name];
  for (const [name, value] of members) {
    if (name === 'position') next.position = { ...(value as ExternalObject['position']), observedAt: object.position.observedAt };
    else if (name.startsWith('fields/'))
      next.fields[name.slice('fields/'.length)] = {
        ...object.fields[name.slice('fields/'.length)],
        ...(value as { type: 'String'; value: string }),
      };
    else Object.assign(next, { [name]: value });
  }
  return next;
}
