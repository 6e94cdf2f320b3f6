import { LOCATION_NUMBER_NAMES, type LocationNumber } from '../reading/element.js';
import type { TlsFiles } from '../sources/connecting/tls-files.js';

/** The agent's YAML file, validated by its JSON Schema, with its secrets filled in. */
export interface AgentConfig {
  readonly gateway: GatewayConfig;
  readonly queue: QueueConfig;
  readonly status: { readonly host: string; readonly port: number };
  readonly log: { readonly level: 'debug' | 'info' | 'warn' | 'error' };
  /** URL that returns the newest version, as `{"version": "1.2.3"}`; absent: never requested. For information only. */
  readonly versionCheck?: { readonly url: string };
  readonly sources: readonly SourceConfig[];
}

export interface GatewayConfig {
  readonly url: string;
  /** The workspace's id, `<groupID>` of the path. */
  readonly workspace: string;
  /** A secret: `${env:NAME}` or `${file:/path}` in the file. Read again from its file when the gateway rejects it. */
  readonly token: () => string;
  /** Elements per call; the gateway accepts 1,000 unless its operator set a lower limit. */
  readonly maxElements: number;
  readonly tls?: TlsFiles;
  /** Changes when the contents of the files in `tls` change. */
  readonly certificates?: string;
}

export interface QueueConfig {
  readonly folder: string;
  /** Bytes on disk for the whole folder. */
  readonly maxBytes: number;
  /**
   * What happens when the folder is full. `wait`: sources wait, and their senders wait too or get an error. `drop-oldest`: the oldest
   * unsent elements are dropped, counted, logged and shown on the status page.
   */
  readonly whenFull: 'wait' | 'drop-oldest';
  /** How long refused elements and quarantined messages are stored for inspection. */
  readonly keepRefusedDays: number;
}

export interface SourceConfig {
  readonly name: string;
  readonly kind: string;
  /** Prefix of every id, followed by a colon; default: the source's name; empty: ids are sent unchanged. */
  readonly namespace: string;
  readonly map?: MapConfig;
  readonly shape?: ShapeConfig;
  /** Allowed fields among those that the source reports or `map` creates; absent: all. */
  readonly fields?: readonly string[];
  /** The members of this kind of source, as its schema defines them. */
  readonly options: unknown;
  /** Changes when the contents of the files in the kind's `tls` change; the source is then restarted. */
  readonly certificates?: string;
}

/** The members of a `map` that are a single expression. */
export const MAPPED_MEMBERS = [
  'id',
  'externalId',
  'title',
  'type',
  'observedAt',
  'lat',
  'lon',
  'alt',
  'floor',
  ...LOCATION_NUMBER_NAMES,
] as const;
export type MappedMember = (typeof MAPPED_MEMBERS)[number];

/** JSONata expressions over the message's document. Their results override the source's own values. */
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

/** What need not be sent; it is counted. The last position of a thing that comes to rest is always sent, with a delay. */
export interface ShapeConfig {
  /** At most one element per object in this many seconds, unless the object moved by `metres`. */
  readonly seconds?: number;
  readonly metres?: number;
  /** Minimum changes of number fields, by field name; smaller changes are not sent. */
  readonly deadBand?: Readonly<Record<string, number>>;
}
