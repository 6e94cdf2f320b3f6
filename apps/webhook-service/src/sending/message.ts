import { randomUUID } from 'node:crypto';
import { MESSAGE_TYPES, type MessageKind } from '#contracts/webhooks/webhook-message.js';
import type { FeedChange, FeedPage } from '../feed/feed-client.js';

/** A message that is created and not yet delivered; stored unchanged, so that every attempt sends the same body under the same id. */
export interface Message {
  id: string;
  kind: MessageKind;
  body: string;
  /** Number of changes in the message. */
  changes: number;
  /** The webhook's position after delivery. */
  nextCursor: string;
}

/** The owner of a message. */
export interface MessageOwner {
  id: string;
  workspace: string;
}

/** Maximum bytes of a body; a larger page is read again with fewer changes. */
export const MAX_BODY_BYTES = 1024 * 1024;

export function changesMessage(owner: MessageOwner, page: Pick<FeedPage, 'changes' | 'cursor'>, now = new Date()): Message {
  const { changes, cursor } = page;
  return {
    id: newId(),
    kind: 'changes',
    body: bodyOf('changes', owner, { changes, cursor }, now),
    changes: changes.length,
    nextCursor: cursor,
  };
}

/** The changes in a message; empty for a message of another kind. */
export const changesOf = (body: string): readonly FeedChange[] =>
  (JSON.parse(body) as { data: { changes?: FeedChange[] } }).data.changes ?? [];

/** Reports lost changes and how to fetch all objects again. @param cursor the oldest existing position, where delivery continues */
export function gapMessage(owner: MessageOwner, cursor: string, reason: string, lastDeliveredAt: Date | null, now = new Date()): Message {
  const snapshot = `/groups/${encodeURIComponent(owner.workspace)}/externalObjects?snapshot=true&includeArchived=true`;
  return {
    id: newId(),
    kind: 'gap',
    body: bodyOf('gap', owner, { reason, lastDeliveredAt, resynchronise: { snapshot }, cursor }, now),
    changes: 0,
    nextCursor: cursor,
  };
}

export function testMessage(owner: MessageOwner, now = new Date()): Omit<Message, 'nextCursor'> {
  return {
    id: newId(),
    kind: 'test',
    body: bodyOf('test', owner, { message: 'A test of this webhook; nothing has changed.' }, now),
    changes: 0,
  };
}

function bodyOf(kind: MessageKind, { id, workspace }: MessageOwner, data: object, now: Date): string {
  return JSON.stringify({ type: MESSAGE_TYPES[kind], timestamp: now, data: { webhookId: id, workspace, ...data } });
}

const newId = (): string => `msg_${randomUUID()}`;
