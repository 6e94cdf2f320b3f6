import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../world/world.js';
import type { Fault } from './fault.js';

const LOCK_MS = 6_000;

/** Locks a table against all sessions for a while: statements become slow, then every connection of the pool waits. */
const lockTable = (service: 'objects' | 'projection', table: string): Fault => ({
  name: `${table} locked for ${LOCK_MS / 1000} s`,
  row: 'slow D 5 s; pool empty',
  breaks: [service === 'objects' ? 'object-service' : 'projection-service'],
  ownServers: true,
  inflict: (world) =>
    world.database(async (client) => {
      await client.query('begin');
      await client.query(`lock table ${client.escapeIdentifier(world.space.schemas[service])}.${table} in access exclusive mode`);
      await sleep(LOCK_MS);
      await client.query('rollback');
    }),
});

/** Takes effect in all sessions from their next transaction on. */
export async function setReadOnly(world: World, on: boolean): Promise<void> {
  await world.database(async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query(on ? 'alter system set default_transaction_read_only = on' : 'alter system reset default_transaction_read_only');
    await client.query('select pg_reload_conf()');
  });
}

export const DATABASE_FAULTS: Fault[] = [
  {
    name: 'database killed and started again',
    row: 'kill -9 each',
    breaks: ['database', 'object-service', 'projection-service'],
    ownServers: true,
    inflict: async ({ servers, random }) => {
      await servers!.database.kill();
      await sleep(random.integer(0, 3_000));
      await servers!.database.start();
      await sleep(2_000);
    },
  },
  {
    name: 'database stopped in order and started again',
    row: 'restart, any order',
    breaks: ['database', 'object-service', 'projection-service'],
    ownServers: true,
    inflict: async ({ servers }) => {
      await servers!.database.stop();
      await servers!.database.start();
      await sleep(2_000);
    },
  },
  {
    name: 'database away for longer than the session time-out',
    row: 'slow D; heartbeats go on',
    breaks: ['database', 'object-service', 'projection-service'],
    ownServers: true,
    inflict: async ({ servers }) => {
      await servers!.database.stop();
      await sleep(13_000);
      await servers!.database.start();
      await sleep(3_000);
    },
  },
  {
    name: 'database read-only',
    row: 'D read-only/failover',
    breaks: ['database'],
    ownServers: true,
    inflict: async (world) => {
      await setReadOnly(world, true);
      await sleep(4_000);
      await setReadOnly(world, false);
      await sleep(2_000);
    },
  },
  {
    name: 'all database sessions ended',
    row: 'D read-only/failover',
    breaks: ['database', 'object-service', 'projection-service'],
    ownServers: true,
    inflict: async (world) => {
      for (let n = 0; n < 4; n++) {
        await world.database((client) =>
          client.query('select pg_terminate_backend(pid) from pg_stat_activity where backend_type = $1 and pid <> pg_backend_pid()', [
            'client backend',
          ]),
        );
        await sleep(world.random.integer(200, 900));
      }
    },
  },
  lockTable('objects', 'object'),
  lockTable('objects', 'operation_outcome'),
  lockTable('objects', 'partition_offset'),
  lockTable('projection', 'object_state'),
  {
    name: 'network to the database cut',
    row: 'cut/200 ms/half-open',
    breaks: ['database network'],
    ownServers: true,
    inflict: async ({ servers, random }) => {
      servers!.databaseProxy.cut();
      await sleep(random.integer(500, 4_000));
      servers!.databaseProxy.restore();
      await sleep(2_000);
    },
  },
  {
    name: '200 ms to the database',
    row: 'cut/200 ms/half-open',
    breaks: ['database network'],
    ownServers: true,
    inflict: async ({ servers }) => {
      servers!.databaseProxy.latencyMs = 200;
      await sleep(4_000);
      servers!.databaseProxy.latencyMs = 0;
      await sleep(1_000);
    },
  },
  {
    name: 'black hole to the database',
    row: 'cut/200 ms/half-open',
    breaks: ['database network'],
    ownServers: true,
    inflict: async ({ servers, random }) => {
      servers!.databaseProxy.freeze();
      await sleep(random.integer(4_000, 12_000));
      servers!.databaseProxy.thaw();
      await sleep(2_000);
    },
  },
];
