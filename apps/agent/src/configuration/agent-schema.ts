import type { SourceKind } from '../reading/source.js';
import { SOURCES } from '../sources/sources.js';
import { COMMON_SCHEMA, GATEWAY_SCHEMA, LOG_SCHEMA, QUEUE_SCHEMA, STATUS_SCHEMA, VERSION_CHECK_SCHEMA } from './part-schemas.js';

type Schema = Readonly<Record<string, unknown>>;

/** The complete schema of one kind of source. */
export function sourceSchema({ options }: SourceKind<never>): Schema {
  const required = ['name', 'kind', ...(options.required ?? [])];
  return { ...options, required, properties: { ...COMMON_SCHEMA.properties, ...options.properties }, additionalProperties: false };
}

/** The JSON Schema (2020-12) of the agent's file: the common part, and for each kind of source its options. */
export function agentSchema(kinds: readonly SourceKind<never>[] = SOURCES): Schema {
  const kindOf = {
    type: 'string',
    enum: kinds.map(({ kind }) => kind),
    description: kinds.map(({ kind, summary }) => `${kind}: ${summary}`).join('\n'),
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Waymark agent',
    description: 'Which tracking systems an agent reads, and where it sends what they say (docs/agent.md).',
    type: 'object',
    additionalProperties: false,
    required: ['gateway', 'queue', 'sources'],
    properties: {
      gateway: GATEWAY_SCHEMA,
      queue: QUEUE_SCHEMA,
      status: STATUS_SCHEMA,
      log: LOG_SCHEMA,
      versionCheck: VERSION_CHECK_SCHEMA,
      sources: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        description: 'What is read.',
        items: {
          type: 'object',
          required: ['name', 'kind'],
          properties: { ...COMMON_SCHEMA.properties, kind: kindOf },
          allOf: kinds.map((kind) => ({
            if: { required: ['kind'], properties: { kind: { const: kind.kind } } },
            then: sourceSchema(kind),
          })),
        },
      },
    },
  };
}
