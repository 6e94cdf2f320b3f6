import { AREA_STATE_TYPE } from '../areas/area-event.js';
import { STATE_TYPE } from '../event-types.js';
import type { TopicName } from '../topics.js';
import { AREA_EVENT_SCHEMAS, AREA_STATE_SCHEMA } from './area-schemas.js';
import { DIRECTORY_SCHEMAS } from './directory-schemas.js';
import { EVENT_SCHEMAS, STATE_SCHEMA } from './event-schemas.js';
import { ACCESS_SCHEMA, COMMAND_SCHEMA, OUTCOME_SCHEMA } from './internal-schemas.js';
import type { JsonSchema } from './schema-fragments.js';

/** One kind of record: its name with version, its topic, and the schema of its value. */
export interface RecordContract {
  /** CloudEvents type of a public record; `waymark.internal.<name>.v1` otherwise. */
  readonly name: string;
  readonly topic: TopicName;
  readonly audience: 'public' | 'internal';
  readonly schema: JsonSchema;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

function contract(name: string, topic: TopicName, audience: RecordContract['audience'], schema: JsonSchema): RecordContract {
  return { name, topic, audience, schema: { $schema: DIALECT, $id: `urn:waymark:schema:${name}`, ...schema } };
}

/** Every kind of record that Waymark writes to Kafka, as in `docs/asyncapi.json`. */
export const RECORD_CONTRACTS: readonly RecordContract[] = [
  ...Object.entries(EVENT_SCHEMAS).map(([type, schema]) => contract(type, 'object.events', 'public', schema)),
  contract(STATE_TYPE, 'object.state', 'public', STATE_SCHEMA),
  contract(AREA_STATE_TYPE, 'area.state', 'public', AREA_STATE_SCHEMA),
  ...Object.entries(AREA_EVENT_SCHEMAS).map(([type, schema]) => contract(type, 'area.events', 'public', schema)),
  ...Object.entries(DIRECTORY_SCHEMAS).map(([kind, schema]) =>
    contract(`waymark.internal.directory.${kind}.v1`, 'directory.state', 'internal', schema),
  ),
  contract('waymark.internal.access.v1', 'access.events', 'internal', ACCESS_SCHEMA),
  contract('waymark.internal.command.v1', 'object.commands', 'internal', COMMAND_SCHEMA),
  contract('waymark.internal.outcomes.v1', 'object.outcomes', 'internal', OUTCOME_SCHEMA),
];
