import { ServiceClient, type ServiceWords } from './service-client.js';

const CONNECTIONS = 32;
const QUEUE = 256;
const TIMEOUT_MS = 10_000;
/** Twice the size of the largest page of areas. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Limits of clients whose answers are read as a whole. */
export const ADMINISTRATION_BOUNDS = {
  connections: CONNECTIONS,
  queue: QUEUE,
  timeoutMs: TIMEOUT_MS,
  maxAnswerBytes: MAX_ANSWER_BYTES,
} as const;

/** Errors for callers when the directory does not answer. */
export const DIRECTORY_WORDS: ServiceWords = {
  away:
    'The directory cannot be reached at the moment; objects are still taken and read. Nothing is known ' +
    'of what became of this call: look before you send it again.',
  busy: 'Too many calls to the directory are waiting; try again in a moment.',
  failed: 'The directory failed; look before you send the call again.',
};

/**
 * HTTP to the directory. All modules share it except quotas, whose reports must not wait for other calls. Updates and reads of objects
 * never wait for it.
 */
export class DirectoryClient extends ServiceClient {
  constructor({ url, internalToken }: { url: string; internalToken: string }) {
    super({ url, internalToken, ...ADMINISTRATION_BOUNDS, words: DIRECTORY_WORDS });
  }

  /** Sends a report of this gateway itself. @returns the status @throws Problem as `call` */
  async report(path: string, body: object): Promise<number> {
    const { status } = await this.call({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    });
    return status;
  }
}
