import type { WorkspaceExample } from './caller-view.js';

/** The Message Example Object of AsyncAPI 3.0. */
interface MessageExample {
  name: string;
  summary: string;
  headers: Record<string, string>;
  payload: object;
}

const OBJECT = 'forklift-17';
const SEEN = '2026-11-21T08:00:09.000Z';
const TAKEN_IN = '2026-11-21T08:00:10.000Z';
const POSITION = { lat: 53.4, lon: -2.98 };

/** Example payloads of messages with fields, by the message's name, built from the workspace's field definitions. */
const PAYLOADS: Readonly<Record<string, (example: WorkspaceExample) => { revision: number }>> = {
  'waymark.object.created.v1': (example) => ({
    ...changeOf(example, 1),
    position: POSITION,
    fields: fieldsOf(example),
    set: { title: 'Forklift 17' },
  }),
  'waymark.object.updated.v1': (example) => ({ ...changeOf(example, 2), position: POSITION, fields: fieldsOf(example) }),
  'waymark.object.state.v1': (example) => ({
    externalId: OBJECT,
    workspace: example.workspace,
    revision: 2,
    title: 'Forklift 17',
    position: { ...POSITION, observedAt: SEEN },
    fields: fieldsOf(example, { observedAt: SEEN }),
    archived: false,
    createdAt: TAKEN_IN,
    updatedAt: TAKEN_IN,
  }),
};

/** Examples of a message, one for each workspace; undefined for a message without fields. */
export function messageExamples(message: string, examples: readonly WorkspaceExample[]): MessageExample[] | undefined {
  const payloadOf = PAYLOADS[message];
  if (payloadOf === undefined || examples.length === 0) return undefined;
  return examples.map((example) => {
    const payload = payloadOf(example);
    return { name: example.workspace, summary: example.name, headers: headersOf(message, example, payload.revision), payload };
  });
}

function changeOf({ workspace }: WorkspaceExample, revision: number) {
  return {
    externalId: OBJECT,
    workspace,
    revision,
    operationId: '0199c0de-0001-7000-8000-000000000001',
    index: 0,
    observedAt: SEEN,
    receivedAt: TAKEN_IN,
    subject: 'erp',
  };
}

function fieldsOf({ fieldValues }: WorkspaceExample, more: object = {}): Record<string, object> {
  return Object.fromEntries(fieldValues.map(({ field, type, value }) => [field, { type, value, ...more }]));
}

function headersOf(type: string, { workspace }: WorkspaceExample, revision: number): Record<string, string> {
  return {
    ce_specversion: '1.0',
    ce_id: `${OBJECT}@${revision}`,
    ce_source: `/groups/${workspace}`,
    ce_type: type,
    ce_time: TAKEN_IN,
    ce_subject: OBJECT,
    'content-type': 'application/json',
    ce_workspace: workspace,
    ce_revision: String(revision),
  };
}
