import { readFileSync } from 'node:fs';
import { describeDuration } from '#terminal/duration.js';
import { table } from '#terminal/table.js';
import { dataFolder } from '../data-folder/data-folder.js';
import { isRunning } from '../processes/process-identity.js';
import { SERVICES } from '../services/service-environment.js';
import { probeAddress } from '../settings/probe-address.js';
import type { StackSettings } from '../settings/stack-settings.js';
import { type ProcessRecord, ProcessRecords } from '../supervision/process-record.js';
import { runningSupervisor } from '../supervision/supervisor-lock.js';
import { workspacesToErase } from './erasures.js';
import { LAG_UNKNOWN, lagTable, measureLag } from './lag.js';

const ANSWER_TIMEOUT_MS = 2_000;
const SERVERS = ['database', 'broker', ...SERVICES];
/** Whether the supervisor and all servers are running. */
export function allRun(settings: StackSettings): boolean {
  const running = new ProcessRecords(dataFolder(settings.data).run).running().map(({ name }) => name);
  return runningSupervisor(settings.data) !== undefined && SERVERS.every((name) => running.includes(name));
}

/** `npm run status`: running processes with their start times and restarts, and the lag of each consumer. */
export async function describeStatus(settings: StackSettings, now = Date.now()): Promise<string> {
  const supervisor = runningSupervisor(settings.data);
  const records = new ProcessRecords(dataFolder(settings.data).run).all();
  if (!supervisor && !records.some(isRunning)) return 'Waymark is not running. Start it by: npm start';
  const since = (time: string) => `${time.slice(0, 19).replace('T', ' ')}Z (${describeDuration(now - Date.parse(time))})`;
  const head = supervisor
    ? supervisor.address
      ? `Waymark runs at ${supervisor.address} since ${since(supervisor.startedAt)}.`
      : `Waymark is starting or ending since ${since(supervisor.startedAt)}.`
    : 'The supervisor was killed; these run without it. End them by npm stop, or clean up and start by npm start.';
  const rows = await Promise.all(
    SERVERS.map(async (name) => {
      const record = records.find((one) => one.name === name);
      if (!record) return [name, '–', 'not started', '', '', ''];
      const running = isRunning(record);
      return [
        name,
        String(record.pid),
        await stateOf(record, running, settings),
        running ? since(record.startedAt) : '',
        String(record.restarts),
        running ? memoryOf(record.pid) : '',
      ];
    }),
  );
  const parts = [head, '', table([['process', 'pid', 'state', 'since', 'restarts', 'memory'], ...rows]), '', await describeLag(settings)];
  const erasing = await workspacesToErase(probeAddress(undefined, settings.objectServicePort));
  if (erasing) parts.push('', `${erasing} deleted ${erasing === 1 ? 'workspace is' : 'workspaces are'} being erased.`);
  return parts.join('\n');
}

async function stateOf({ name }: ProcessRecord, running: boolean, settings: StackSettings): Promise<string> {
  if (!running) return 'dead, will be started again';
  const ports: Record<string, number> = {
    gateway: settings.port,
    'object-service': settings.objectServicePort,
    'projection-service': settings.projectionPort,
    'directory-service': settings.directoryPort,
    'webhook-service': settings.webhookPort,
    'report-service': settings.reportPort,
    'area-service': settings.areaServicePort,
  };
  const port = ports[name];
  if (port === undefined) return 'runs';
  const answer = await fetch(`${probeAddress(name === 'gateway' ? settings.host : undefined, port)}/health/ready`, {
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ? 'ready' : answer ? 'not ready' : 'does not answer';
}

async function describeLag(settings: StackSettings): Promise<string> {
  const consumers = await measureLag(settings);
  return consumers === undefined ? LAG_UNKNOWN : lagTable(consumers);
}

/** Resident memory on Linux; empty on other systems. */
function memoryOf(pid: number): string {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kib ? `${Math.round(Number(kib) / 1024)} MiB` : '';
  } catch {
    return '';
  }
}
