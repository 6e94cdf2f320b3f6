import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { TOPICS } from '#contracts/topics.js';
import { readSettings } from '#settings/settings.js';
import { type Installation, serviceEnvironment, SERVICES } from '#stack/services/service-environment.js';
import { SERVICE_SPECS } from '#stack/settings-document.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';

interface Service {
  image: string;
  build?: string;
  user: string;
  restart: string;
  command?: string[];
  environment: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');
const load = () =>
  parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service>; volumes: Record<string, unknown> };
const compose = load();
const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictTuples: false }).compile(
  JSON.parse(read('deploy/docker/compose.schema.json')) as object,
);

/** Interpolates like compose, with made-up values for required variables of .env, and defaults for optional ones. */
function interpolated(environment: Record<string, string>): Record<string, string> {
  const valueOf = (_all: string, variable: string, otherwise: string | undefined): string =>
    otherwise ?? `${variable}-0123456789abcdef0123456789abcdef`;
  // From the inside out, since a default may contain another variable.
  const once = (value: string): string => value.replace(/\$\{([A-Z_]+)(?::-([^${}]*)|:\?[^${}]*)?\}/g, valueOf);
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, once(once(value))]));
}

const BROKERS = ['kafka-1', 'kafka-2', 'kafka-3'];
/** Services whose settings can all be set in .env. */
const SETTABLE: readonly string[] = ['gateway', 'directory-service', 'webhook-service'];
/** Settings that are different in each container: two with the same name would alternate in one consumer group. */
const OF_THE_CONTAINER = ['INSTANCE_ID'];

/** The embedded installation, for comparison; its values do not matter here. */
const embedded: Installation = {
  brokers: ['b:1'],
  topicPrefix: '',
  objectPartitions: 6,
  replyPartitions: 16,
  databaseUrl: 'postgres://x',
  schemas: { objects: 'objects', projection: 'projection', directory: 'directory', webhook: 'webhook', report: 'report', area: 'area' },
  ports: {
    gateway: 8080,
    'object-service': 8081,
    'projection-service': 8082,
    'directory-service': 8083,
    'webhook-service': 8084,
    'report-service': 8086,
    'area-service': 8085,
  },
  gatewayHost: '127.0.0.1',
  appUrl: 'http://localhost:8080',
  streetsFolder: '/streets',
  erasuresFile: '',
  logLevel: 'info',
  secrets: { internalToken: 'a', operationIdSecret: 'b', cursorSecret: 'c', keySecret: 'd' },
};

describe('docker-compose.yml', () => {
  it('satisfies the schema', () => {
    expect(validate(compose), JSON.stringify(validate.errors, null, 1)).toBe(true);
  });

  it.each<[string, (service: Service) => void]>([
    ['a service as root', (service) => (service.user = 'root')],
    ['a number where a string belongs', (service) => (service.environment.PORT = 8080 as never)],
    ['an unknown key', (service) => Object.assign(service, { environments: {} })],
    ['no image', (service) => delete (service as Partial<Service>).image],
  ])('would be refused with %s', (_what, spoil) => {
    const spoiled = structuredClone(compose);
    spoil(spoiled.services.gateway!);
    expect(validate(spoiled)).toBe(false);
  });

  it('has broker, database and every service', () => {
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining([...BROKERS, 'postgres', ...SERVICES]));
    expect(Object.keys(SERVICE_SPECS).sort()).toEqual([...SERVICES].sort());
  });

  it.each(SERVICES)('%s: every variable is known, every required one is given, all are readable', (name) => {
    const { environment } = compose.services[name]!;
    const known = Object.values(SERVICE_SPECS[name]!).map(({ env }) => env);
    expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([]);
    expect(() => readSettings(SERVICE_SPECS[name]!, interpolated(environment))).not.toThrow();
  });

  it.each(SERVICES)('%s is given the same variables as by npm start', (name) => {
    const { environment } = compose.services[name]!;
    const left = Object.keys(environment).filter((variable) => environment[variable] !== `\${${variable}:-}`);
    expect(left.sort()).toEqual(Object.keys(serviceEnvironment(name, embedded)).sort());
  });

  it.each(SETTABLE)('%s can be given every setting, and without a word has the default of each', (name) => {
    const { environment } = compose.services[name]!;
    const spec = SERVICE_SPECS[name as keyof typeof SERVICE_SPECS]!;
    expect(
      Object.values(spec)
        .map(({ env }) => env)
        .filter((env) => !(env in environment)),
    ).toEqual(OF_THE_CONTAINER);
    const given = interpolated(environment);
    const nonEmpty = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    expect(readSettings(spec, given)).toEqual(readSettings(spec, nonEmpty));
  });

  it.each(['OIDC_ISSUER', 'OIDC_CLIENT_SECRET', 'TRUSTED_PROXIES', 'FOREIGN_ISSUERS', 'TOKEN_ISSUER', 'MAX_TOKEN_DAYS'])(
    'takes %s from .env',
    (variable) => {
      const given = SETTABLE.map((name) => compose.services[name]!.environment[variable]).filter((value) => value !== undefined);
      expect(given.length).toBeGreaterThan(0);
      for (const value of given) expect(value).toMatch(new RegExp(`^\\$\\{${variable}:-`));
    },
  );

  it.each(SERVICES)('%s runs from the one image, is watched, and starts when its dependencies are there', (name) => {
    const service = compose.services[name]!;
    expect(service).toMatchObject({ build: '.', user: 'node', restart: 'unless-stopped' });
    expect(service.command!.at(-1)).toBe(`dist/services/${name}.js`);
    expect(existsSync(join(repositoryRoot, `apps/${name}/src`))).toBe(true);
    expect(service.healthcheck!.test.join(' ')).toContain('/health/ready');
    for (const [needed, { condition }] of Object.entries(service.depends_on!)) {
      expect(compose.services[needed], needed).toBeDefined();
      if (condition === 'service_healthy') expect(compose.services[needed]!.healthcheck, needed).toBeDefined();
    }
  });

  it('mounts only volumes that it declares', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]!));
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it('lets records of the largest size through the broker', () => {
    const largest = Math.max(...TOPICS.map(({ config }) => Number(config['max.message.bytes'])));
    for (const broker of BROKERS)
      expect(Number(compose.services[broker]!.environment.KAFKA_MESSAGE_MAX_BYTES)).toBeGreaterThanOrEqual(largest);
  });

  it('runs the broker of the version that npm start runs', () => {
    const version = /<artifactId>kafka[^<]*<\/artifactId>\s*<version>([^<]+)/.exec(read('stack/broker/pom.xml'))?.[1];
    for (const broker of BROKERS) expect(compose.services[broker]!.image).toBe(`apache/kafka:${version}`);
  });

  it('has three brokers that elect each other, with three copies of every topic and two of each acknowledged record', () => {
    const nodes = BROKERS.map((broker) => compose.services[broker]!.environment);
    expect(nodes.map((node) => `${node.KAFKA_NODE_ID}@${/\/\/(.*):9092$/.exec(node.KAFKA_ADVERTISED_LISTENERS!)![1]}:9093`).join(',')).toBe(
      nodes[0]!.KAFKA_CONTROLLER_QUORUM_VOTERS,
    );
    for (const node of nodes)
      expect(node).toMatchObject({
        KAFKA_MIN_INSYNC_REPLICAS: '2',
        KAFKA_DEFAULT_REPLICATION_FACTOR: '3',
        KAFKA_LOG_FLUSH_INTERVAL_MESSAGES: '1',
        KAFKA_CONTROLLER_QUORUM_VOTERS: nodes[0]!.KAFKA_CONTROLLER_QUORUM_VOTERS,
      });
    expect(interpolated(compose.services.prepare!.environment)).toMatchObject({
      REPLICATION_FACTOR: '3',
      KAFKA_BROKERS: BROKERS.map((broker) => `${broker}:9092`).join(','),
    });
  });

  it('can be run with one broker: every count of the three is one then', () => {
    const one = parse(read('deploy/docker/one-broker.yml')) as { services: Record<string, Partial<Service> & { profiles?: string[] }> };
    const merged = { ...compose.services['kafka-1']!.environment, ...one.services['kafka-1']!.environment };
    const counts = Object.entries(merged).filter(([name]) => /REPLICATION_FACTOR|MIN_ISR|MIN_INSYNC/.test(name));
    expect(counts.length).toBeGreaterThan(5);
    expect(counts.filter(([, value]) => value !== '1')).toEqual([]);
    expect(merged.KAFKA_CONTROLLER_QUORUM_VOTERS).toBe('1@kafka-1:9093');
    for (const other of BROKERS.slice(1)) {
      expect(one.services[other]!.profiles).toBeDefined();
      expect(compose.services.prepare!.depends_on![other]).toMatchObject({ required: false });
    }
  });
});

describe('the Dockerfile', () => {
  const stages = read('Dockerfile')
    .split(/^(?=FROM )/m)
    .filter((part) => part.startsWith('FROM '));

  it('has several stages, of which the last one is not root and copies from the build only', () => {
    expect(stages.length).toBeGreaterThan(1);
    expect(stages.at(-1)).toMatch(/^USER node$/m);
    for (const copy of stages.at(-1)!.match(/^COPY .*/gm)!) expect(copy).toMatch(/^COPY --from=build /);
  });

  it('copies existing files', () => {
    for (const [, sources] of read('Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)) {
      for (const source of sources!.split(' ')) expect(existsSync(join(repositoryRoot, source)), source).toBe(true);
    }
  });

  it('copies each file of the root that the build reads', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '));
    const named = [...read('stack/build.mjs').matchAll(/'([\w.-]+\.json|\.swcrc)'/g)].map(([, file]) => file!);
    expect(named).toEqual(expect.arrayContaining(['.swcrc', 'nest-cli.json', 'package-lock.json']));
    expect(copied).toEqual(expect.arrayContaining(named));
  });
});
