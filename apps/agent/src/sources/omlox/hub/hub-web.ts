import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { unanswered } from '../../connecting/tls-advice.js';
import { readTlsFiles, type TlsFiles } from '../../connecting/tls-files.js';

/** Requests and sockets to a hub and its identity provider, with the configured certificates. */
export class HubWeb {
  /** In the form of `tls.connect`; empty without certificates. */
  readonly certificates: ReturnType<typeof readTlsFiles>;
  private readonly agent: Agent;

  /** @throws SourceError for certificates that cannot be used */
  constructor(tls: TlsFiles | undefined) {
    this.certificates = readTlsFiles(tls);
    this.agent = new Agent({ connect: this.certificates });
  }

  fetch(url: string, init: RequestInit): Promise<Response> {
    return fetch(url, { ...init, dispatcher: this.agent }).catch((error: unknown) => {
      throw unanswered(error, url);
    });
  }

  /** Closes all connections of requests; sockets close on their own. */
  close(): Promise<void> {
    return this.agent.destroy();
  }
}
