import { type TopicDefinition, type TopicName, TOPICS } from '../topics.js';
import { RECORD_CONTRACTS, type RecordContract } from './json-schemas.js';
import type { JsonSchema } from './schema-fragments.js';

const header = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', description, ...more });

interface HeaderTexts {
  id: string;
  source: string;
  time: string;
  subject: string;
}

const OF_OBJECTS: HeaderTexts = {
  id: '`<externalId>@<revision>`; the same for a record that is repeated after a failure.',
  source: '`/groups/<workspace>`.',
  time: 'When the gateway received the change; RFC 3339.',
  subject: 'The externalId.',
};
const HEADER_TEXTS: Partial<Record<TopicName, HeaderTexts>> = {
  'area.state': {
    id: '`<areaId>@<revision>`; the same for a record that is repeated after a failure.',
    source: '`/groups/<workspace>/areas`.',
    time: 'When the area was changed; RFC 3339.',
    subject: 'The areaId.',
  },
  'area.events': {
    id: 'The eventId; the same for a record that is repeated after a failure.',
    source: '`/groups/<workspace>/areas/<areaId>`.',
    time: 'Time of the event, by the clock of the device; RFC 3339.',
    subject: 'The externalId.',
  },
};

/** The headers of a public record of one type: CloudEvents 1.0, Kafka binding, binary mode. */
export function headerSchema(type: string, topic: TopicName): JsonSchema {
  const texts = HEADER_TEXTS[topic] ?? OF_OBJECTS;
  const properties = {
    ce_specversion: header('Version of CloudEvents.', { const: '1.0' }),
    ce_id: header(texts.id),
    ce_source: header(texts.source),
    ce_type: header('Type and version of the value.', { const: type }),
    ce_time: header(texts.time, { format: 'date-time' }),
    ce_subject: header(texts.subject),
    'content-type': header('Of the value.', { const: 'application/json' }),
    ce_workspace: header('Extension attribute: the workspace.'),
    ce_revision: header('Extension attribute: the revision, decimal.', { pattern: '^[1-9][0-9]*$' }),
  };
  return { type: 'object', required: Object.keys(properties), properties };
}

const areaKey: JsonSchema = { type: 'string', format: 'uuid', description: 'The areaId.' };
const key: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  description: 'The externalId: all records of an object are in one partition, in order.',
};

/** Each schema drops its dialect and id, because tools bundle schemas into one document. */
function bundled(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$schema' && keyword !== '$id'));
}

function message({ name, topic, schema, audience }: RecordContract): JsonSchema {
  return {
    name,
    title: schema.title,
    contentType: 'application/json',
    ...(audience === 'public'
      ? {
          headers: headerSchema(name, topic),
          bindings: { kafka: { key: topic === 'area.state' ? areaKey : key, bindingVersion: '0.5.0' } },
        }
      : {}),
    payload: bundled(schema),
  };
}

const channelId = (topic: TopicDefinition): string => topic.name.replaceAll('.', '-');
const messagesOf = (topic: TopicDefinition): readonly RecordContract[] =>
  RECORD_CONTRACTS.filter((contract) => contract.topic === topic.name);
const asRefs = (contracts: readonly RecordContract[], base: string): JsonSchema[] =>
  contracts.map(({ name }) => ({ $ref: `${base}/${name}` }));

const OFFERS: Partial<Record<TopicName, string>> = {
  'area.events': 'Public. A record may appear again after a fault, with the same eventId: drop what was seen of that object.',
  'area.state':
    'Public. A record may appear again after a fault, with the same revision: drop revisions that are not ' +
    'above the last one seen of that area.',
};

function channel(topic: TopicDefinition): JsonSchema {
  return {
    address: topic.name,
    description:
      topic.audience === 'public'
        ? (OFFERS[topic.name] ??
          'Public. A record may appear again after a fault, with the same revision: drop revisions that are not ' +
            'above the last one seen of that object.')
        : 'Internal: for operators; may change with any version.',
    messages: Object.fromEntries(messagesOf(topic).map(({ name }) => [name, { $ref: `#/components/messages/${name}` }])),
    bindings: { kafka: { topicConfiguration: topicConfiguration(topic), bindingVersion: '0.5.0' } },
  };
}

function topicConfiguration({ config }: TopicDefinition): JsonSchema {
  return {
    'cleanup.policy': [config['cleanup.policy']],
    ...(config['retention.ms'] === undefined ? {} : { 'retention.ms': Number(config['retention.ms']) }),
    'max.message.bytes': Number(config['max.message.bytes']),
  };
}

/**
 * AsyncAPI 3.1 of the topics with known records. Addresses are without TOPIC_PREFIX.
 * @param audience `public`: only public records; `internal`: all, as in `docs/asyncapi.json`
 */
export function asyncApiDocument(audience: RecordContract['audience']): JsonSchema {
  const isFor = (part: { readonly audience: RecordContract['audience'] }): boolean => audience === 'internal' || part.audience === 'public';
  const topics = TOPICS.filter((topic) => isFor(topic) && messagesOf(topic).length > 0);
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Waymark topics',
      version: '1.0.0',
      description:
        'The topics that Waymark writes to Kafka. Public topics contain CloudEvents 1.0 in binary mode; the version is part of the type.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(topics.map((topic) => [channelId(topic), channel(topic)])),
    operations: Object.fromEntries(
      topics.map((topic) => [
        `${topic.audience === 'public' ? 'publish' : 'exchange'}-${channelId(topic)}`,
        {
          action: 'send',
          channel: { $ref: `#/channels/${channelId(topic)}` },
          messages: asRefs(messagesOf(topic), `#/channels/${channelId(topic)}/messages`),
        },
      ]),
    ),
    components: { messages: Object.fromEntries(RECORD_CONTRACTS.filter(isFor).map((contract) => [contract.name, message(contract)])) },
  };
}
