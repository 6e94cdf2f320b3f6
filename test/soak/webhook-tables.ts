import { MIGRATIONS } from '../../apps/webhook-service/src/storage/migrations.js';
import { DeliveryLog } from '../../apps/webhook-service/src/subscriptions/delivery-log.js';
import { fill, type LargeTable, schemaOf } from './large-tables.js';

const WEBHOOKS = 10_000;
const id = (n: string): string => `('00000000-0000-0000-0000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

export const DELIVERIES: LargeTable = {
  name: 'delivery',
  dataSource: schemaOf(MIGRATIONS),
  prepare: async (pool, rows) => {
    await fill(
      pool,
      'webhook (id, workspace, url, description, enabled, mode, filter, max_changes, cursor, secret, created_by, answered_for)',
      WEBHOOKS,
      `${id('n')}, 'w1', 'https://example.test', '', true, 'changes', '{}', 100, 'c', 'x', 'me', '{}'`,
    );
    await fill(
      pool,
      'delivery (webhook, message_id, kind, attempt, at, outcome, status, duration_ms, changes)',
      rows,
      `${id(`n % ${WEBHOOKS} + 1`)}, 'm', 'changes', 1, now() - interval '31 days' * (1 - n / ${rows}::float8), 'delivered', 200, 10, 1`,
    );
    await pool.query('analyze');
  },
  probes: [
    {
      name: 'attempt',
      text: `insert into delivery (webhook, message_id, kind, attempt, at, outcome, status, duration_ms, changes)
        values ('00000000-0000-0000-0000-000000000001', 'm', 'changes', 1, now(), 'delivered', 200, 10, 1)`,
      values: () => [],
    },
    {
      name: 'read',
      text: `select * from delivery where webhook = '00000000-0000-0000-0000-000000000002' order by id desc limit 50`,
      values: () => [],
    },
  ],
  tasks: [
    {
      name: 'attempts older than 30 days, one round',
      run: ({ pool }) => new DeliveryLog(pool).forget({ entries: 1_000_000, days: 30 }),
    },
  ],
};
