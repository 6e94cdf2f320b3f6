import type { Logger } from '#telemetry/logger.js';
import type { Reading } from '../mapping/reading.js';

/** One message of a source. */
export interface Received {
  /** What came, as JSON: what a `map` of the configuration reads, what `agent tail` shows, what is kept with a refusal. */
  readonly document: unknown;
  /** What the source's own rules make of it. Absent where only a `map` knows. */
  readonly reading?: Reading;
  /** Why nothing of it may be sent, although it was understood: counted and kept apart by this reason. */
  readonly quarantined?: { readonly reason: QuarantineReason; readonly detail: string };
}

/** Why a message is kept apart instead of sent. A closed list: each is a value of the label `reason` of a metric. */
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

/** What a source does by itself beside delivering. A closed list: each is a value of the label `what` of a metric. */
export const SOURCE_COUNTS = ['repeated', 'snapshot', 'paused', 'reconnected', 'ignored'] as const;
/**
 * `repeated`: messages left out because they were delivered already. `ignored`: messages that were understood and by
 * their kind hold nothing to send. `snapshot`: positions that came by a snapshot and not live. `paused`: times that
 * reading stopped until the disk had caught up.
 */
export type SourceCount = (typeof SOURCE_COUNTS)[number];

/** What a source is given to work with. */
export interface SourceContext {
  /** The source's name in the configuration: unique in one agent. */
  readonly name: string;
  readonly log: Logger;
  /** Aborted when the agent ends, or runs this source no longer. */
  readonly signal: AbortSignal;
  /** Where the source stood when it last delivered; undefined at the first start. */
  readonly place: unknown;
  /**
   * It is only looked at (`agent tail`): where the protocol allows it, nothing is acknowledged, and no session,
   * consumer group or client id is
   * taken that the running agent has.
   */
  readonly lookOnly?: boolean;
  /**
   * Takes messages over, in their order. Resolves when everything of them is on disk, and only then may they be
   * acknowledged to whoever sent them.
   * It resolves later while the disk's bound is reached and its policy says to wait: a source reads no further until then.
   * @param place where the source stands after these, as JSON: kept in the same transaction, so that a restart goes on exactly behind them.
   *   May come with no messages.
   */
  deliver(messages: readonly Received[], place?: unknown): Promise<void>;
  /** Tells the status page and the metrics how the source is. */
  connected(detail: string): void;
  disconnected(detail: string): void;
  /** Counts what is not delivered, so that nothing is left out silently. */
  counted?(what: SourceCount, number: number): void;
}

/** One line of what `agent check` tells of a source. */
export interface Finding {
  readonly level: 'fine' | 'warning' | 'fault';
  /** What was seen, or what is wrong, where, and what to do. */
  readonly text: string;
}

/** A JSON Schema (2020-12) of an object. */
export type ObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

/** Reads messages anew that a source kept apart. */
export interface Rereader {
  /**
   * What the source makes of a document now, by its options and the program of now; undefined for what only a `map` can read.
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
  /** Of the members that this kind has besides those that all sources have (`name`, `kind`, `namespace`, `map`, `shape`, `fields`). */
  readonly options: ObjectSchema;
  /** A source of this kind as it stands in the configuration, in YAML; documented, and held to the schema by a test. */
  readonly example: string;
  /** Whether messages come without a `reading`, so that a `map` must be given. */
  readonly needsMap: (options: Options) => boolean;
  /** Connects as `run` would and tells what it sees: bounded to ten seconds, acknowledges nothing, delivers nothing. */
  check(
    options: Options,
    context: Pick<SourceContext, 'name' | 'log' | 'signal'>,
  ): Promise<{ readonly findings: readonly Finding[]; readonly samples: readonly Received[] }>;
  /**
   * Reads until `signal` is aborted: connects, and connects again with back-off and jitter. Throws only for what no waiting mends,
   * with a `SourceError` that says what to do.
   */
  run(options: Options, context: SourceContext): Promise<void>;
  /** For `agent replay`. Absent where only a `map` knows what messages mean, or documents do not hold all that was read. */
  rereader?(options: Options, context: Pick<SourceContext, 'name' | 'log' | 'signal'>): Rereader;
}

/** What no waiting mends: what is wrong, where, and what to do. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}
