import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from '#stack/processes/free-port.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { BROKERS_VARIABLE } from '#testing/test-infrastructure.js';
import type { BenchServers } from '../bench-stack.js';
import type { LoadedStack } from '../measure/loaded-run.js';
import { writtenWal } from '../measure/written-wal.js';

/** In starting order: consumers first, since they read from the end of their topics. */
const PROGRAMS = ['object', 'projection', 'gateway'] as const;
const DATABASE = 'bare_pipeline';
/** A pause for the consumers to join their groups, as they do not report when they have. */
const JOIN_MS = 8000;
const END_MS = 5000;

/**
 * A bare version of the pipeline: no authentication, limits, history packs, feed, reports or frameworks. It shows what
 * the servers underneath allow on this machine at this time. Its sources are not part of this repository; they import pg-copy-streams,
 * which is a development dependency for them alone.
 */
export interface BarePipeline extends LoadedStack {
  close(): Promise<void>;
}

/**
 * Starts it on the broker and the database of the benchmark, so that both flush as for the product.
 * @param sources folder with gateway.mjs, object.mjs, projection.mjs, setup.mjs and common.mjs, which name their servers as literals
 * @param ownClient with the product's Kafka client instead of kafkajs from npm, which its sources import
 */
export async function startBarePipeline(
  { space, broker, database }: BenchServers,
  sources: string,
  ownClient = false,
): Promise<BarePipeline> {
  await mkdir(join(repositoryRoot, '.waymark'), { recursive: true });
  // Inside the repository, so that its packages are found.
  const folder = await mkdtemp(join(repositoryRoot, '.waymark/bare-pipeline-'));
  const children: ChildProcess[] = [];
  const pool = new pg.Pool({ connectionString: withDatabase(space.databaseUrl), max: 2 });
  const close = async (): Promise<void> => {
    await Promise.all(children.map(end));
    await pool.end();
    await administer(space.databaseUrl, `drop database if exists ${DATABASE} with (force)`);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await administer(space.databaseUrl, `create database ${DATABASE}`);
    const [port] = await freePorts(1);
    await adapt(sources, folder, {
      '127.0.0.1:19092': process.env[BROKERS_VARIABLE]!,
      'postgres://postgres:p@127.0.0.1:15999/postgres': withDatabase(space.databaseUrl),
      'port:18080': `port:${port}`,
    });
    if (ownClient) {
      await mkdir(join(folder, 'node_modules'));
      await symlink(join(repositoryRoot, 'libs/kafka-client/kafkajs'), join(folder, 'node_modules/kafkajs'));
    }
    const [code] = (await once(run(folder, 'setup'), 'exit')) as [number | null];
    if (code !== 0) throw new Error(`setup.mjs of the bare pipeline ended with ${code}.`);
    for (const program of PROGRAMS) children.push(run(folder, program));
    await sleep(JOIN_MS);
    const ended = PROGRAMS.filter((_program, at) => children[at]!.exitCode !== null);
    if (ended.length > 0) throw new Error(`${ended.join(', ')} of the bare pipeline ended at once.`);
    return {
      url: `http://127.0.0.1:${port}`,
      token: '',
      workspace: 'w1',
      processes: [...PROGRAMS.map((name, at) => ({ name, pid: children[at]!.pid!, family: false })), broker, database],
      projected: async () =>
        (await pool.query<{ count: number }>('select coalesce(sum(o + 1), 0)::float8 as count from off2 where o >= 0')).rows[0]!.count,
      writtenWal: () => writtenWal(pool),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function withDatabase(url: string): string {
  const changed = new URL(url);
  changed.pathname = DATABASE;
  return changed.href;
}

async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Copies the programs and replaces the servers that they name. */
async function adapt(from: string, to: string, servers: Readonly<Record<string, string>>): Promise<void> {
  for (const file of await readdir(from)) {
    if (!file.endsWith('.mjs')) continue;
    let text = await readFile(join(from, file), 'utf8');
    for (const [named, ours] of Object.entries(servers)) text = text.replaceAll(named, ours);
    await writeFile(join(to, file), text);
  }
}

function run(folder: string, program: string): ChildProcess {
  const env = { ...process.env, COPY: '1', P: '6', KAFKAJS_NO_PARTITIONER_WARNING: '1', NODE_NO_WARNINGS: '1' };
  return spawn(process.execPath, [`${program}.mjs`], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await exited;
  clearTimeout(timer);
}
