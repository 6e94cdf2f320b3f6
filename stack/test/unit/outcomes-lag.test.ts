import { expect, it } from 'vitest';
import { lagRow } from '#stack/commands/lag-row.js';
import { outcomesLagIn } from '#stack/commands/outcomes-lag.js';

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
