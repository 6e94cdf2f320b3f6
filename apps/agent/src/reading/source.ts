import type { Logger } from '#telemetry/logger.js';
import type { Reading } from './reading.js';

/** One message of a source. */
export interface Received {
  /** The message as JSON: the input of a `map`, shown by `agent tail`, and stored with a refusal. */
  readonly document: unknown;
  /** The result of the source's own rules. Omitted if only a `map` can interpret the message. */
  readonly reading?: Reading;
  /** Why nothing may be sent although the message was understood; it is counted and quarantined with this reason. */
  readonly quarantined?: { readonly reason: QuarantineReason; readonly detail: string };
}

/** Why a message is quarantined instead of sent. A closed list: each is a value of the label `reason` of a metric. */
export const QUARANTINE_REASONS = [
  'unreadable',
  'no-id',
  'no-position-known',
  'local-coordinates',
  'unknown-reference-system',
  'impossible-position',
  'impossible-time',
  'not-mapped',
  'invalid-element',
] as const;
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

/** What a source does in addition to delivering. A closed list: each is a value of the label `what` of a metric. */
export const SOURCE_COUNTS = ['repeated', 'snapshot', 'paused', 'reconnected', 'ignored'] as const;
/**
 * `repeated`: messages left out because they were already delivered. `ignored`: understood messages whose type contains nothing to send.
 * `snapshot`: positions that came from a snapshot and not live. `paused`: how often reading stopped until the disk had caught up.
 */
export type SourceCount = (typeof SOURCE_COUNTS)[number];

/** The environment of a source. */
export interface SourceContext {
  /** The source's name in the configuration: unique within an agent. */
  readonly name: string;
  readonly log: Logger;
  /** Aborted when the agent ends, or no longer runs this source. */
  readonly signal: AbortSignal;
  /** The source's place at its last delivery; undefined at the first start. */
  readonly place: unknown;
  /**
   * The source is only observed (`agent tail`): where the protocol allows it, nothing is acknowledged, and the running agent's session,
   * consumer group and client id are not used.
   */
  readonly lookOnly?: boolean;
  /**
   * Accepts messages in order. Resolves when all of them are on disk; only then may they be acknowledged to their sender. While the disk's
   * limit is reached and its policy is to wait, it resolves later, and the source must not read further until then.
   * @param place the source's place after these messages, as JSON: stored in the same transaction, so that a restart continues exactly
   * after them. Can be given without messages.
   */
  deliver(messages: readonly Received[], place?: unknown): Promise<void>;
  /** Reports the source's state to the status page and the metrics. */
  connected(detail: string): void;
  disconnected(detail: string): void;
  /** Counts messages that are not delivered, so that every omission is visible. */
  counted?(what: SourceCount, number: number): void;
}

/** One line of the report of `agent check` about a source. */
export interface Finding {
  readonly level: 'fine' | 'warning' | 'fault';
  /** What was found, or what is wrong, where, and what to do. */
  readonly text: string;
}

/** A JSON Schema (2020-12) of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties: object;
}

/** Reads a source's quarantined messages again. */
export interface Rereader {
  /**
   * The current reading of a document, by the source's options and the current program; undefined when only a `map` can read it.
   * @throws Error when the tracking system must be asked and does not answer
   */
  read(document: unknown): Received | undefined | Promise<Received | undefined>;
  close?(): Promise<void>;
}

/** A tracking system that the agent reads. One module each, listed in `sources.ts`. */
export interface SourceKind<Options = unknown> {
  /** The value of `kind` in the configuration. */
  readonly kind: string;
  /** One sentence for the documentation. */
  readonly summary: string;
  /** Schema of this kind's members, without those that all sources have (`name`, `kind`, `namespace`, `map`, `shape`, `fields`). */
  readonly options: ObjectSchema;
  /** An example of this kind in the configuration, in YAML; documented, and validated against the schema by a test. */
  readonly example: string;
  /** Whether messages have no `reading`, so that a `map` is required. */
  readonly needsMap: (options: Options) => boolean;
  /** Connects as `run` would and reports its findings: limited to ten seconds, acknowledges nothing, delivers nothing. */
  check(
    options: Options,
    context: Pick<SourceContext, 'name' | 'log' | 'signal'>,
  ): Promise<{ readonly findings: readonly Finding[]; readonly samples: readonly Received[] }>;
  /**
   * Reads until `signal` is aborted; connects, and reconnects with back-off and jitter. Throws only if retrying does not help, with a
   * `SourceError` that says what to do.
   */
  run(options: Options, context: SourceContext): Promise<void>;
  /** For `agent replay`. Omitted if only a `map` can interpret messages, or if documents do not contain everything that was read. */
  rereader?(options: Options, context: Pick<SourceContext, 'name' | 'log' | 'signal'>): Rereader;
}

/** A fault that retrying does not fix: what is wrong, where, and what to do. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}
