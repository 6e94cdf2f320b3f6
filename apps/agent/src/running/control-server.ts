import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Logger } from '#telemetry/logger.js';
import type { AgentConfig } from '../configuration/agent-config.js';
import type { DurableQueue } from '../queue/durable-queue.js';
import { takeKept } from './kept-list.js';
import { type KeptFilter, replay } from './replay.js';

const SOCKET = 'control.sock';
const MAX_REQUEST = 16 * 1024;
/** The system's limit for the name of a socket. */
const MAX_PATH = 100;

/** Socket through which the commands `agent refused` and `agent replay` reach the agent that has the queue open. */
export const controlPath = (folder: string): string => join(folder, SOCKET);

/** A command's request to the running agent. */
export type ControlRequest =
  | { readonly do: 'list'; readonly filter: KeptFilter; readonly limit: number }
  | { readonly do: 'replay'; readonly filter: KeptFilter; readonly dryRun: boolean };

/** A socket in the queue's folder, only for users who may write there: two processes cannot open the queue. */
export class ControlServer {
  private constructor(
    private readonly server: Server,
    private readonly path: string,
  ) {}

  /** Undefined, with a log message, when it cannot be opened: everything else works without it. */
  static async listen(queue: DurableQueue, config: () => AgentConfig, log: Logger): Promise<ControlServer | undefined> {
    const path = controlPath(config().queue.folder);
    if (path.length > MAX_PATH) {
      log.warn(
        { path },
        'The path of queue.folder is too long for a socket in it: agent refused and agent replay work only while the agent does not run.',
      );
      return undefined;
    }
    // Requests run one after the other. An interrupted command continues here, and a repeated one must not send the same elements.
    let before: Promise<unknown> = Promise.resolve();
    const inTurn: Turn = (work) => {
      const turn = before.then(work);
      before = turn.catch(() => undefined);
      return turn;
    };
    const server = createServer(
      { requestTimeout: 10_000 },
      (request, response) =>
        void answer(request, response, (command) =>
          command.do === 'list'
            ? takeKept(queue, command.filter, command.limit)
            : inTurn(() => replay(queue, config(), command.filter, command.dryRun, log)),
        ),
    );
    // A crashed agent has left the socket; the lock of the folder shows that no other agent is running.
    rmSync(path, { force: true });
    try {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    } catch (error) {
      log.warn(
        { path, reason: (error as Error).message },
        'There is no socket for agent refused and agent replay: they work only while the agent does not run.',
      );
      return undefined;
    }
    chmodSync(path, 0o600);
    return new ControlServer(server, path);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
    rmSync(this.path, { force: true });
  }
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>;

async function answer(request: IncomingMessage, response: ServerResponse, work: (command: ControlRequest) => unknown): Promise<void> {
  try {
    let text = '';
    for await (const piece of request) {
      text += String(piece);
      if (text.length > MAX_REQUEST) throw new Error('The request is too long.');
    }
    const result = await work(JSON.parse(text) as ControlRequest);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  } catch (error) {
    response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ detail: (error as Error).message }));
  }
}
