import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { figure, table } from '../report/markdown.js';
import type { PeerFigures } from './measure/measure-peer.js';

export interface PeersReport {
  /** ISO 8601. */
  at: string;
  commit: string;
  machine: string;
  /** Of one run, and of the load before it. */
  seconds: number;
  warmUp: number;
  objects: number;
  peers: readonly PeerFigures[];
  /** Why a peer was not measured. */
  skipped: readonly { name: string; reason: string }[];
}

const total = (cpu: Readonly<Record<string, number>>): number => Object.values(cpu).reduce((sum, micros) => sum + micros, 0);
const parts = (cpu: Readonly<Record<string, number>>): string => {
  const used = Object.entries(cpu).filter(([, micros]) => micros > 0);
  return used.length < 2
    ? figure(total(cpu))
    : `${figure(total(cpu))}: ${used.map(([name, micros]) => `${name} ${figure(micros)}`).join(', ')}`;
};
const times = ({ p50Ms, p99Ms }: { p50Ms: number; p99Ms: number }): string => `${milliseconds(p50Ms)} / ${milliseconds(p99Ms)}`;
/** Below 10 ms with two decimals, since some peers answer in tenths. */
const milliseconds = (value: number): string => (value < 10 ? value.toFixed(2) : figure(value));
const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;
const whole = (value: number): string => Math.round(value).toLocaleString('en');

function writesTable(peers: readonly PeerFigures[]): string {
  const head = [
    'server, interface',
    'elements a call × connections',
    'elements/s',
    'CPU, µs an element',
    'generator, µs',
    'one update unloaded, p50 / p99 ms',
    'a call under load, p50 / p99 ms',
  ];
  const rows = peers.flatMap(({ name, ways }) =>
    ways.map(({ way, load, unloaded }) => [
      `${name}, ${way.name}`,
      `${way.elementsPerCall} × ${way.connections}`,
      whole(load.elementsPerSecond),
      parts(load.cpu),
      figure(load.generatorCpu),
      times(unloaded),
      times(load),
    ]),
  );
  return table(head, rows);
}

function boxesTable(peers: readonly PeerFigures[]): string {
  const head = ['server', 'queries/s', 'p50 / p99 ms', 'CPU, µs a query', 'objects an answer'];
  return table(
    head,
    peers.map(({ name, boxes }) => [name, whole(boxes.queriesPerSecond), times(boxes), parts(boxes.cpu), whole(boxes.objects)]),
  );
}

function killsTable(peers: readonly PeerFigures[]): string {
  const head = [
    'server, interface',
    'acknowledged before',
    'a box answers after',
    'all acknowledged values readable after',
    'objects lost',
  ];
  const rows = peers.flatMap(({ name, ways }) =>
    ways.map(({ way, kill }) => [
      `${name}, ${way.name}`,
      `${whole(kill.acknowledged)} elements`,
      seconds(kill.answersMs),
      kill.completeMs === undefined ? 'never' : seconds(kill.completeMs),
      kill.objects === 0 ? 'nothing was acknowledged' : `${whole(kill.lost)} of ${whole(kill.objects)}`,
    ]),
  );
  return table(head, rows);
}

export function peersMarkdown({ at, commit, machine, seconds: runSeconds, warmUp, objects, peers, skipped }: PeersReport): string {
  return [
    `Measured ${at.slice(0, 10)} on ${machine}; commit ${commit}; ${objects.toLocaleString('en')} objects, ${runSeconds} s a run after ` +
      `${warmUp} s of load; servers, databases, load generator and readers on this machine, one server at a time.`,
    '',
    writesTable(peers),
    '',
    'Box queries for ids and positions, 16 readers, no writes meanwhile; the readers parse the answers:',
    '',
    boxesTable(peers),
    '',
    'kill -9 of all processes of the server under load, times from the start of the restart:',
    '',
    killsTable(peers),
    '',
    'When an element is acknowledged, it is:',
    '',
    ...peers.flatMap(({ name, ways }) => ways.map(({ way }) => `- ${name}, ${way.name}: ${way.acknowledged}.`)),
    '',
    'A kill -9 leaves the page cache of the operating system, so written data survives it without a flush. A power cut does not.',
    ...skipped.map(({ name, reason }) => `\n${name} was not measured. ${reason}`),
  ].join('\n');
}

/** @returns the file */
export async function writePeersReport(report: PeersReport): Promise<string> {
  const folder = join(repositoryRoot, 'reports');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `peers-${report.at.replaceAll(':', '-')}.md`);
  await writeFile(file, `${peersMarkdown(report)}\n`);
  return file;
}
