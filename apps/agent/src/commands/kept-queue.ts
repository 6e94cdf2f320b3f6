import { existsSync } from 'node:fs';
import { request } from 'node:http';
import type { AgentConfig } from '../configuration/agent-config.js';
import { AgentError } from '../errors/agent-error.js';
import { DurableQueue } from '../queue/durable-queue.js';
import { controlPath, type ControlRequest } from '../running/control-server.js';
import { silent } from './command-context.js';

const TIMEOUT_MS = 120_000;

/** Asks the running agent, or opens the queue itself when no agent runs. @throws AgentError that says what to do */
export async function withQueue<T>(
  config: AgentConfig,
  command: ControlRequest,
  work: (queue: DurableQueue) => Promise<T> | T,
): Promise<T> {
  const path = controlPath(config.queue.folder);
  const answer = existsSync(path) ? await askRunning<T>(path, command) : undefined;
  if (answer !== undefined) return answer.result;
  if (!existsSync(config.queue.folder)) throw new AgentError(`There is no queue in ${config.queue.folder}: has the agent run here?`);
  let queue: DurableQueue;
  try {
    queue = DurableQueue.open({ config: config.queue, log: silent(), onFatal: () => undefined });
  } catch (error) {
    throw new AgentError((error as Error).message, undefined, { cause: error });
  }
  try {
    return await work(queue);
  } finally {
    queue.close();
  }
}

/** @returns undefined if nothing answers on the socket */
function askRunning<T>(socketPath: string, command: ControlRequest): Promise<{ result: T } | undefined> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, method: 'POST', path: '/', timeout: TIMEOUT_MS }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ result: JSON.parse(text) as T });
        else reject(new AgentError(`The agent that runs could not do it: ${text.slice(0, 500)}`));
      });
      response.on('error', reject);
    });
    call.on('timeout', () => call.destroy(new AgentError(`The agent that runs did not answer within ${TIMEOUT_MS / 1000} s.`)));
    call.on('error', (error: NodeJS.ErrnoException) =>
      ['ECONNREFUSED', 'ENOENT'].includes(error.code ?? '')
        ? resolve(undefined)
        : reject(
            error instanceof AgentError
              ? error
              : new AgentError(`${socketPath} cannot be used (${error.code}): run the command as the user that the agent runs as.`),
          ),
    );
    call.end(JSON.stringify(command));
  });
}
