import { Agent, fetch, type Response } from 'undici';
import { describeDuration } from '#terminal/duration.js';
import type { GatewayConfig } from '../configuration/agent-config.js';
import type { Finding } from '../reading/source.js';
import { tlsAdvice, unanswered } from '../sources/connecting/tls-advice.js';
import { readTlsFiles } from '../sources/connecting/tls-files.js';
import { claimsOf } from './token-claims.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
const CLOCK_WARNING_MS = 5_000;
const CLOCK_FAULT_MS = 5 * 60_000;
const EXPIRES_SOON_MS = 7 * 86_400_000;
/** No operation has this id. Only a token that may write to the workspace gets the answer that it does not exist. */
const NO_OPERATION = 'none';

const fine = (text: string): Finding => ({ level: 'fine', text });
const warning = (text: string): Finding => ({ level: 'warning', text });
const fault = (text: string): Finding => ({ level: 'fault', text });

/** Requests a nonexistent operation with the agent's token: the answer shows whether updates would be accepted, without sending any. */
export async function checkGateway({ url, workspace, token: tokenOf, tls }: GatewayConfig): Promise<Finding[]> {
  let token: string;
  try {
    token = tokenOf();
  } catch (error) {
    return [fault(`The token ${(error as Error).message}.`)];
  }
  let agent: Agent;
  try {
    agent = new Agent({ connect: readTlsFiles(tls, 'gateway.tls') });
  } catch (error) {
    return [fault((error as Error).message)];
  }
  const sentAt = Date.now();
  let answer: { status: number; date: string | null; problem: { type?: unknown; detail?: unknown; title?: unknown } | undefined };
  try {
    const response = await fetch(`${url}/groups/${workspace}/operations/${NO_OPERATION}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      dispatcher: agent,
    });
    answer = { status: response.status, date: response.headers.get('date'), problem: problemOf(await boundedText(response)) };
  } catch (failure) {
    const error = unanswered(failure, url);
    const advice = tlsAdvice(error, 'gateway.tls');
    return [
      fault(
        advice === undefined
          ? `Nothing answers at ${url} (${reasonOf(error)}). Is gateway.url right, and may this machine reach it?`
          : `The connection to ${url} does not come about (${reasonOf(error)}). ${advice}`,
      ),
    ];
  } finally {
    await agent.destroy();
  }
  return [...accessFindings(answer, url, workspace), ...clockFindings(answer.date, sentAt, Date.now()), ...tokenFindings(token)];
}

function accessFindings(
  { status, problem }: { status: number; problem: { type?: unknown; detail?: unknown; title?: unknown } | undefined },
  url: string,
  workspace: string,
): Finding[] {
  const detail = typeof problem?.detail === 'string' ? ` The gateway says: ${problem.detail}` : '';
  if (problem === undefined)
    return [fault(`${url} answers with ${status} and nothing that a gateway says: is gateway.url the address of a Waymark gateway?`)];
  if (status === 404 && String(problem.type).includes('operation'))
    return [fine(`${url} takes updates for the workspace ${workspace} with this token.`)];
  if (status === 401)
    return [
      fault(
        `${url} refuses the token.${detail} Make a new one: npx waymark token create --workspace ${workspace} ` +
          '--name agent --scope objects:write',
      ),
    ];
  if (status === 403)
    return [
      fault(
        `The token may not write to the workspace ${workspace}: it must be of that workspace and have the scope objects:write.${detail}`,
      ),
    ];
  if (status === 404) return [fault(`There is no workspace ${workspace} that this token opens.${detail}`)];
  if (status === 429) return [warning(`${url} limits this token at the moment; what is queued waits for as long as it says.${detail}`)];
  return [
    status >= 500
      ? warning(`${url} cannot answer at the moment (${status}); what is queued waits.${detail}`)
      : fault(`${url} answers with ${status}.${detail}`),
  ];
}

function clockFindings(date: string | null, sentAt: number, answeredAt: number): Finding[] {
  const apart = Date.parse(date ?? '') - (sentAt + answeredAt) / 2;
  // The header has a resolution of one second.
  if (Number.isNaN(apart) || Math.abs(apart) <= CLOCK_WARNING_MS) return [];
  const text =
    `The clock of this machine is ${describeDuration(Math.abs(apart))} ` +
    `${apart > 0 ? 'behind' : 'ahead of'} the gateway's. Set it by NTP: what has no time of its own gets ` +
    `this machine's.`;
  return [Math.abs(apart) > CLOCK_FAULT_MS ? fault(text) : warning(text)];
}

function tokenFindings(token: string): Finding[] {
  const { scopes, expiresAt } = claimsOf(token) ?? { scopes: new Set<string>() };
  const findings: Finding[] = [];
  if (expiresAt !== undefined && expiresAt > Date.now()) {
    const left = expiresAt - Date.now();
    const text = `The token ends in ${describeDuration(left)}, on ${new Date(expiresAt).toISOString()}.`;
    findings.push(
      left < EXPIRES_SOON_MS
        ? warning(`${text} Renew it in time: a token in a file (\${file:…}) is read again without a restart.`)
        : fine(text),
    );
  }
  const more = [...scopes].filter((scope) => scope !== 'objects:write');
  if (scopes.has('objects:write') && more.length > 0)
    findings.push(warning(`The token also allows ${more.join(', ')}, which an agent does not need: make one with objects:write alone.`));
  return findings;
}

async function boundedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) break;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function problemOf(text: string): { type?: unknown; detail?: unknown } | undefined {
  try {
    const problem = JSON.parse(text) as { type?: unknown } | null;
    return typeof problem === 'object' && problem !== null && typeof problem.type === 'string' ? problem : undefined;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`;
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
