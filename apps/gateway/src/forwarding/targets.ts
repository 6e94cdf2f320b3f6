import type { Config } from '../configuration/config.js';
import type { Target } from '../routes/gateway-route.js';
import { ADMINISTRATION_BOUNDS, DIRECTORY_WORDS } from '../services/directory-client.js';
import { PROJECTION_WORDS } from '../services/projection-words.js';
import type { ServiceClientOptions, ServiceWords } from '../services/service-client.js';

type Connections = Omit<ServiceClientOptions, 'internalToken' | 'words'>;

/** How calls to a target are forwarded. */
export interface TargetRules {
  /** Own connections, with their time limit; or the target whose connections it uses. */
  connections: ((config: Config) => Connections) | Target;
  /** Errors for callers when the target does not answer, is overloaded, or fails. */
  words: ServiceWords;
  /** `streamed`: forwarded as it arrives; `whole`: read here, and sent once this gateway knows the changes of the call. */
  answers: 'streamed' | 'whole';
  /** Largest body of a request; absent if its routes accept none. */
  maxBodyBytes?: number;
  /** A read can wait for the changes of an operation (Waymark-Position). */
  awaitsOperations?: true;
  /** For long polls and streams: they end when the token is no longer valid. */
  endsWithToken?: true;
  /** Limit between two parts of the body, if it differs from the limit until the headers. */
  silenceMs?: number;
  /** Target of requests for a format other than JSON. */
  exportsTo?: Target;
}

const KiB = 1024;
const MiB = 1024 * KiB;
/** A long search may precede the next line; the projection limits the whole export (EXPORT_SECONDS). */
const EXPORT_SILENCE_MS = 120_000;
/** Includes the start of a rebuild's separate process. */
const REBUILD_MS = 25_000;

const projection =
  (bounds: (config: Config) => { connections: number; queue: number }) =>
  (config: Config): Connections => ({
    url: config.projectionUrl,
    timeoutMs: config.readTimeoutMs,
    ...bounds(config),
  });

/** The largest body of a read is the outline of an area with the maximum number of vertices. */
const read = { words: PROJECTION_WORDS, answers: 'streamed', maxBodyBytes: MiB, awaitsOperations: true } as const;
const administration = { answers: 'whole', maxBodyBytes: 512 * KiB } as const;

/** Targets have separate connections, so that many calls to one do not delay calls to another. */
export const TARGETS: Readonly<Record<Target, TargetRules>> = {
  reads: { ...read, connections: projection(({ readConnections, readQueue }) => ({ connections: readConnections, queue: readQueue })) },
  histories: { ...read, connections: 'reads', endsWithToken: true, exportsTo: 'exports' },
  exports: {
    ...read,
    // More than the projection runs at a time.
    connections: projection(() => ({ connections: 16, queue: 0 })),
    endsWithToken: true,
    silenceMs: EXPORT_SILENCE_MS,
  },
  feed: {
    ...read,
    connections: projection(({ feedConnections }) => ({ connections: feedConnections, queue: 0 })),
    endsWithToken: true,
  },
  reports: {
    connections: ({ reportUrl: url, reportConnections, reportTimeoutMs }) => ({
      url,
      connections: reportConnections,
      queue: 64,
      timeoutMs: reportTimeoutMs,
    }),
    words: {
      away: 'Reports are unavailable at the moment; updates and reads still work.',
      busy: 'Too many reports are waiting; try again in a moment.',
      failed: 'The report service failed; try again in a moment.',
    },
    answers: 'streamed',
  },
  projection: {
    connections: ({ projectionUrl: url }) => ({ url, connections: 2, queue: 8, timeoutMs: REBUILD_MS }),
    words: {
      away:
        'The projection service is unavailable at the moment. This call may or may not have had an effect: check before you ' +
        'send it again.',
      busy: 'Too many calls of operators are waiting for the projection service; try again in a moment.',
      failed: 'The projection service failed; check before you send the call again.',
    },
    answers: 'streamed',
  },
  directory: { ...administration, connections: ({ directoryUrl: url }) => ({ url, ...ADMINISTRATION_BOUNDS }), words: DIRECTORY_WORDS },
  sessions: { ...administration, connections: 'directory', words: DIRECTORY_WORDS, maxBodyBytes: 16 * KiB },
  areas: {
    ...administration,
    connections: ({ areaUrl: url }) => ({ url, ...ADMINISTRATION_BOUNDS }),
    words: {
      away:
        'The area service is unavailable at the moment; updates and reads of objects still work. This call ' +
        'may or may not have had an effect: check before you send it again.',
      busy: 'Too many calls to the area service are waiting; try again in a moment.',
      failed: 'The area service failed; check whether the call had an effect before you send it again.',
    },
    // For a collection of areas.
    maxBodyBytes: 4 * MiB,
  },
  webhooks: {
    ...administration,
    connections: ({ webhookUrl: url }) => ({ url, ...ADMINISTRATION_BOUNDS }),
    words: {
      away:
        'Webhooks cannot be administered at the moment; no message will be lost. This call ' +
        'may or may not have had an effect: check before you send it again.',
      busy: 'Too many requests for webhooks are waiting; try again in a moment.',
      failed: 'The webhook service failed; check whether the call had an effect before you send it again.',
    },
  },
};

/** Connections to other installations, to which workspaces were moved. */
export const ELSEWHERE: ServiceClientOptions = {
  connections: 128,
  queue: 384,
  timeoutMs: 60_000,
  connectTimeoutMs: 3000,
  words: {
    away:
      'The installation that the workspace was moved to cannot be reached at the moment. This call may or ' +
      'may not have been applied; sending it again is safe with the same Idempotency-Key.',
    busy: 'Too many calls are being forwarded to the new installation of the workspace; try again in a moment.',
    failed: 'The installation that the workspace was moved to failed; try again in a moment.',
  },
};
