import type { SchemaObject } from '@nestjs/swagger';
import { integer, list, nullable, open, string, time } from './schema-words.js';

/** What an operator is told of the installation's own topics. */
export function installationSchemas(): Record<string, SchemaObject> {
  return {
    LagReport: open({
      measuredAt: time('When it was measured.'),
      consumers: list(
        open({
          consumer: string({ description: 'A service, by the group that it reads in; `gateway` is the one that answers.', example: 'object-service' }),
          topic: string({ example: 'object.commands' }),
          records: nullable(integer({ minimum: 0, description: 'Not yet processed, of all partitions; null: not known.' })),
          partitions: nullable(list(open({ partition: integer({ minimum: 0 }), lag: integer({ minimum: 0, description: 'Records not yet processed, at most a second old.' }) }))),
        }),
      ),
    }),
  };
}
