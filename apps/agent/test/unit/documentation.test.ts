import { readFileSync } from 'node:fs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Registry } from 'prom-client';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { agentSchema } from '../../src/configuration/agent-schema.js';
import { readConfiguration } from '../../src/configuration/read-configuration.js';
import { QUARANTINE_REASONS } from '../../src/reading/source.js';
import { AgentMetrics } from '../../src/running/metrics.js';
import { SOURCES } from '../../src/sources/sources.js';

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');
const page = read('docs/agent.md');
const folder = mkdtempSync(join(tmpdir(), 'waymark-agent-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** An example, as an entry of `sources`. */
const asEntry = (example: string): string => `  - ${example.trimEnd().replaceAll('\n', '\n    ')}\n`;

it('the published schema matches the existing sources (npm run docs:contracts)', () => {
  expect(read('apps/agent/agent.schema.json')).toBe(`${JSON.stringify(agentSchema(), undefined, 2)}\n`);
});

it('the published schema is valid, and compiles where formats are unknown', () => {
  expect(() =>
    new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(read('apps/agent/agent.schema.json')) as object),
  ).not.toThrow();
});

describe.each(SOURCES.map(({ kind, example, summary }) => ({ kind, example, summary })))('$kind', ({ example, summary }) => {
  it('has its sentence and its example in docs/agent.md', () => {
    expect(page).toContain(summary);
    expect(page).toContain(asEntry(example));
  });

  it('has an example that is valid by both validators', () => {
    const text =
      `gateway: { url: "https://waymark.example", workspace: harbour, token: "\${env:T}" }\nqueue: { ` +
      `folder: q }\nsources:\n${asEntry(example)}`;
    const file = join(folder, 'agent.yaml');
    writeFileSync(file, text, { mode: 0o600 });
    const environment = Object.fromEntries([...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name]) => [name!, 'a-secret']));
    expect(readConfiguration(file, environment).warnings).toEqual([]);
    const validate = new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(agentSchema());
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  });
});

it('docs/agent.md names every metric, every reason and every command', async () => {
  const registry = new Registry();
  new AgentMetrics(registry, {
    queue: {
      counters: () => [],
      status: () => ({
        waiting: 0,
        underWay: 0,
        oldestReceived: undefined,
        bytesOnDisk: 0,
        maxBytes: 0,
        state: 'fine',
        detail: '',
        handoversWaiting: 0,
      }),
    },
    delivery: () => undefined,
  });
  const named = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  expect(named.length).toBeGreaterThan(10);
  const missing = [
    ...named,
    'waymark_agent_mapping_warnings_total',
    'waymark_agent_source_total',
    'waymark_agent_source_connected',
    'waymark_agent_configuration_valid',
    'waymark_agent_info',
    ...QUARANTINE_REASONS,
    'agent check',
    'agent tail',
    'agent run',
    'agent refused',
    'agent replay',
    'agent schema',
  ].filter((name) => !page.includes(name));
  expect(missing).toEqual([]);
});

it('every whole configuration in docs/agent.md is valid', () => {
  const files = [...page.matchAll(/```yaml\n(# agent\.yaml[^]*?)```/g)].map(([, text]) => text!);
  expect(files.length).toBeGreaterThan(0);
  for (const text of files) {
    const file = join(folder, 'agent.yaml');
    writeFileSync(file, text.replace(/\$\{file:[^}]*\}/g, '${env:T}'), { mode: 0o600 });
    expect(readConfiguration(file, { T: 't', TOKEN: 't', MQTT_PASSWORD: 'p' }).config.sources.length).toBeGreaterThan(0);
  }
});
