import type { LocationNumber } from '../mapping/element.js';
import type { TlsFiles } from '../sources/connecting/tls-files.js';

/** The agent's YAML file, read, judged by its JSON Schema and with its secrets put in. */
export interface AgentConfig {
  readonly gateway: GatewayConfig;
  readonly queue: QueueConfig;
  readonly status: { readonly host: string; readonly port: number };
  readonly log: { readonly level: 'debug' | 'info' | 'warn' | 'error' };
  /** Where the newest version is told, as `{"version": "1.2.3"}`; absent: never asked. It only informs. */
  readonly versionCheck?: { readonly url: string };
  readonly sources: readonly SourceConfig[];
}

export interface GatewayConfig {
  readonly url: string;
  /** The workspace's id, `<groupID>` of the path. */
  readonly workspace: string;
  /** A secret: `${env:NAME}` or `${file:/path}` in the file. Read anew from its file when the gateway refuses it. */
  readonly token: () => string;
  /** Elements a call; the gateway takes 1,000 unless its operator set less. */
  readonly maxElements: number;
  readonly tls?: TlsFiles;
  /** Another text when the files of `tls` hold others. */
  readonly certificates?: string;
}

export interface QueueConfig {
  readonly folder: string;
  /** Bytes on disk, all of the folder. */
  readonly maxBytes: number;
  /**
   * What happens then. `wait`: sources wait, and what sends to them is told so or waits too. `drop-oldest`: the oldest
   * not yet sent go, counted, logged and told on the status page.
   */
  readonly whenFull: 'wait' | 'drop-oldest';
  /** How long refused elements and messages kept apart stay to be looked at. */
  readonly keepRefusedDays: number;
}

export interface SourceConfig {
  readonly name: string;
  readonly kind: string;
  /** Put before every id with a colon; default the source's name; empty: ids are sent as they are. */
  readonly namespace: string;
  readonly map?: MapConfig;
  readonly shape?: ShapeConfig;
  /** Fields that may be sent, of those that the source tells or `map` makes; absent: all. */
  readonly fields?: readonly string[];
  /** The members that are the kind's own, as its schema has them. */
  readonly options: unknown;
  /** Another text when the files of the kind's `tls` hold others: the source is begun anew then. */
  readonly certificates?: string;
}

/** JSONata expressions over the message's document. What one gives goes before what the source made of it itself. */
export interface MapConfig extends Partial<Readonly<Record<LocationNumber, string>>> {
  readonly id?: string;
  readonly externalId?: string;
  readonly title?: string;
  readonly type?: string;
  /** RFC 3339, or seconds or milliseconds since 1970. */
  readonly observedAt?: string;
  readonly lat?: string;
  readonly lon?: string;
  readonly alt?: string;
  readonly floor?: string;
  readonly fields?: Readonly<
    Record<string, { readonly type: 'String' | 'Number' | 'Category'; readonly value: string; readonly namespace?: string }>
  >;
}

/** What need not be sent: counted, never silent. The last position of a thing that comes to rest is always sent, late. */
export interface ShapeConfig {
  /** At most one element an object in so many seconds, unless it moved by `metres`. */
  readonly seconds?: number;
  readonly metres?: number;
  /** Number fields: a change that is smaller says nothing new. By name of the field. */
  readonly deadBand?: Readonly<Record<string, number>>;
}
