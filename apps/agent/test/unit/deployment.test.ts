import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { readConfiguration } from '../../src/configuration/read-configuration.js';

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'waymark-agent-deployment-'));
afterAll(() => rmSync(folder, { recursive: true }));
const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const { version } = JSON.parse(read('package.json')) as { version: string };

const CHART = 'deploy/helm/waymark-agent';

interface Values {
  agents: Record<string, { configuration: Record<string, unknown>; secretName: string; egress: unknown[]; storage?: { size?: string } }>;
}
const example = (): Values => ({
  ...(parse(read(`${CHART}/values.yaml`)) as object),
  ...(parse(read(`${CHART}/example-values.yaml`)) as Values),
});
const validate = new Ajv({ allErrors: true }).compile(JSON.parse(read(`${CHART}/values.schema.json`)) as object);

describe('the chart', () => {
  it('accepts its own values and the example', () => {
    expect(validate(parse(read(`${CHART}/values.yaml`))), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(example()), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each<[string, (values: Values) => void]>([
    ['an agent without a Secret', ({ agents }) => delete (agents['harbour'] as { secretName?: string }).secretName],
    ['an agent that may connect anywhere because egress is empty', ({ agents }) => (agents['harbour']!.egress = [])],
    ['a status page set in the configuration', ({ agents }) => (agents['harbour']!.configuration['status'] = { port: 1 })],
    ['a name that Kubernetes would refuse', ({ agents }) => (agents['Harbour_1'] = agents['harbour']!)],
    ['a misspelt member', ({ agents }) => Object.assign(agents['harbour']!, { secretname: 'x' })],
    ['a size without a unit', ({ agents }) => (agents['harbour']!.storage = { size: '4' })],
  ])('refuses %s', (_what, spoil) => {
    const values = example();
    spoil(values);
    expect(validate(values)).toBe(false);
  });

  it('gives each agent of the example a file that the agent accepts', () => {
    for (const [name, { configuration }] of Object.entries(example().agents)) {
      const file = join(folder, `${name}.json`);
      const whole = {
        ...configuration,
        queue: { folder: '/q', ...(configuration['queue'] as object) },
        status: { host: '0.0.0.0', port: 8095 },
      };
      writeFileSync(file, JSON.stringify(whole).replace(/\$\{file:[^}]*\}/g, '${env:SECRET}'));
      expect(readConfiguration(file, { SECRET: 'a-secret' }).config.sources.length).toBeGreaterThan(0);
    }
  });

  it('isolates: no token of Kubernetes, no root, writes only to the disk, one process per queue', () => {
    const template = read(`${CHART}/templates/statefulsets.yaml`);
    for (const line of [
      'automountServiceAccountToken: false',
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'drop: ["ALL"]',
      'type: RuntimeDefault',
      'replicas: 1',
      'whenDeleted: Retain',
    ])
      expect(template).toContain(line);
    expect(read(`${CHART}/templates/networkpolicies.yaml`)).toContain('policyTypes: ["Ingress", "Egress"]');
  });

  it('closes everything that it opens in every template', () => {
    for (const name of readdirSync(join(repositoryRoot, CHART, 'templates'))) {
      const words = [...read(`${CHART}/templates/${name}`).matchAll(/\{\{-?\s*(range|if|with|define|end)\b/g)].map(([, word]) => word);
      let open = 0;
      for (const word of words) {
        open += word === 'end' ? -1 : 1;
        expect(open).toBeGreaterThanOrEqual(0);
      }
      expect([name, open]).toEqual([name, 0]);
    }
  });

  it.skipIf(!has('helm', 'version'))('becomes a StatefulSet, a ConfigMap, a Service and a NetworkPolicy for each agent', () => {
    const rendered = spawnSync('helm', ['template', 'r1', CHART, '--kube-version', '1.31.0', '-f', `${CHART}/example-values.yaml`], {
      cwd: repositoryRoot,
      encoding: 'utf8',
    });
    expect(rendered.stderr).toBe('');
    const documents = parseAllDocuments(rendered.stdout, { version: '1.1' }).map(
      (document) =>
        document.toJS() as {
          kind: string;
          metadata: { name: string };
          data?: Record<string, string>;
          spec?: { volumeClaimTemplates?: { spec: { resources: { requests: { storage: string } } } }[] };
        },
    );
    expect(documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual(
      ['ConfigMap', 'NetworkPolicy', 'Service', 'StatefulSet'].flatMap((kind) => [`${kind} r1-harbour`, `${kind} r1-quarry`]),
    );
    for (const { kind, data } of documents) {
      if (kind !== 'ConfigMap') continue;
      const file = join(folder, 'rendered.yaml');
      writeFileSync(file, data!['agent.yaml']!.replace(/\$\{file:[^}]*\}/g, '${env:SECRET}'));
      expect(readConfiguration(file, { SECRET: 'a-secret' }).config.queue.folder).toBe('/var/lib/waymark-agent/queue');
    }
    expect(
      documents.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'r1-quarry')!.spec!.volumeClaimTemplates![0]!.spec
        .resources.requests.storage,
    ).toBe('20Gi');
  });

  it('has the version of the agent', () => {
    expect(parse(read(`${CHART}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
  });
});

describe('the systemd unit', () => {
  const unit = read('deploy/agent/waymark-agent.service');

  it.skipIf(!has('systemd-analyze', '--version'))('is valid according to systemd', () => {
    const file = join(folder, 'waymark-agent.service');
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath).replace(/^(User|Group)=.*$/gm, ''));
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    // Messages about other units of this machine do not matter.
    expect(verified.stderr.split('\n').filter((line) => line.includes('waymark-agent'))).toEqual([]);
  });

  it('is hardened, reloads by SIGHUP, and gives the agent enough time to end', () => {
    for (const line of [
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'ExecReload=/bin/kill -HUP $MAINPID',
      'StateDirectory=waymark-agent',
    ])
      expect(unit).toContain(line);
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)![1])).toBeGreaterThan(10);
  });
});

it('image and unit give Node.js the same options: memory was measured with them', () => {
  const image = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(read('deploy/agent/Dockerfile'))![1]!) as string[];
  const unit = /^ExecStart=(.*)$/m.exec(read('deploy/agent/waymark-agent.service'))![1]!.split(' ');
  const options = (command: readonly string[]): string[] => command.filter((word) => word.startsWith('--'));
  expect(options(unit)).toEqual(options(image));
  expect(options(image)).toEqual(['--enable-source-maps', '--max-semi-space-size=4', '--heap-growing-percent=25']);
});

describe('the release', () => {
  const workflow = parse(read('.github/workflows/release-agent.yml')) as {
    on: object;
    permissions: object;
    jobs: { image: { permissions: Record<string, string>; steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] } };
  };

  it('builds both platforms from existing files, with a bill of materials and a signature', () => {
    const { steps, permissions } = workflow.jobs.image;
    expect(workflow.permissions).toEqual({});
    expect(permissions).toEqual({ contents: 'write', packages: 'write', 'id-token': 'write' });
    const build = steps.find(({ uses }) => uses?.startsWith('docker/build-push-action'))!;
    expect(build.with).toMatchObject({ file: 'deploy/agent/Dockerfile', platforms: 'linux/amd64,linux/arm64', sbom: true });
    expect(read('deploy/agent/Dockerfile')).toContain('dist/services/agent.js');
    expect(steps.map(({ run = '' }) => run).join('\n')).toMatch(/cosign sign --yes[^]*cosign attest --yes/);
  });
});
