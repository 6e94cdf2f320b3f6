import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { lagRow } from '#stack/commands/lag-row.js';
import { outcomesLag, outcomesLagIn } from '#stack/commands/outcomes-lag.js';

it('reads how far a gateway is behind from its metrics, in whatever order the labels come', () => {
  const metrics = [
    '# TYPE waymark_kafka_lag_records gauge',
    'waymark_kafka_lag_records{topic="object.outcomes",partition="7"} 12',
    'waymark_kafka_lag_records{partition="9",topic="object.outcomes"} 0',
    'waymark_kafka_lag_records{topic="object.events",partition="1"} 99',
  ].join('\n');
  expect(lagRow(outcomesLagIn(metrics))).toEqual(['gateway', 'object.outcomes', '12 records', '7: 12']);
  expect(lagRow(outcomesLagIn(''))).toEqual(['gateway', 'object.outcomes', 'unknown', '']);
});

it('sends the token for metrics, if there is one', async () => {
  const requested: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requested.push(request.headers.authorization);
    response.end('waymark_kafka_lag_records{topic="object.outcomes",partition="7"} 12');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const token of ['figures', '']) expect((await outcomesLag(address, token)).partitions).toEqual([{ partition: 7, lag: 12 }]);
  server.close();
  expect(requested).toEqual(['Bearer figures', undefined]);
});
