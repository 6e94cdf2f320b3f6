import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ValidateFunction } from 'ajv';
import type { SourceKind } from '../reading/source.js';
import type { TlsFiles } from '../sources/connecting/tls-files.js';
import { SOURCES } from '../sources/sources.js';
import type { AgentConfig } from './agent-config.js';
import { agentSchema, sourceSchema } from './agent-schema.js';
import { bytesOf } from './byte-size.js';
import { certificateFiles, certificateState, gatewayCertificateFaults } from './certificate-files.js';
import { ConfigurationError, type ConfigurationFault, faultLine } from './configuration-error.js';
import { GATEWAY_SCHEMA, type GatewayMembers, type QueueMembers } from './part-schemas.js';
import { compileSchema, schemaFaults } from './schema-check.js';
import { secretPaths } from './secret-paths.js';
import { type Environment, openToOthers, refersToSecret, secretFiles, withSecrets } from './secret-references.js';
import { type RawSource, sourceConfig, sourceFaults } from './source-configuration.js';
import { YamlFile } from './yaml-file.js';

/** A configuration with information about its file. */
export interface ReadConfiguration {
  readonly config: AgentConfig;
  /** Problems that do not stop the agent. */
  readonly warnings: readonly string[];
  /** The file itself and the files of its secrets and certificates: a change in any of them changes the configuration. */
  readonly files: readonly string[];
}

type RawConfiguration = Omit<AgentConfig, 'gateway' | 'queue' | 'sources'> & {
  gateway: GatewayMembers;
  queue: QueueMembers;
  sources: RawSource[];
};

type Path = readonly (string | number)[];

const compiled = new WeakMap<readonly SourceKind<never>[], ValidateFunction>();

/** Cached, because compiling takes longer than all other steps. */
function schemaOf(kinds: readonly SourceKind<never>[]): ValidateFunction {
  let validate = compiled.get(kinds);
  if (validate === undefined) compiled.set(kinds, (validate = compileSchema(agentSchema(kinds))));
  return validate;
}

/** Reads the agent's file, validates it by its schema, and fills in its secrets. @throws ConfigurationError with all faults in the file */
export function readConfiguration(
  path: string,
  environment: Environment,
  kinds: readonly SourceKind<never>[] = SOURCES,
): ReadConfiguration {
  const file = YamlFile.parse(textOf(path));
  if (!(file instanceof YamlFile)) throw new ConfigurationError(path, file);
  const faults = schemaFaults(schemaOf(kinds), file);
  if (faults.length > 0) throw new ConfigurationError(path, [...faults, ...mappingFaults(file, faults, kinds)].sort(byPlace));

  const raw = structuredClone(file.value) as RawConfiguration;
  const secrets = [
    ...secretPaths(GATEWAY_SCHEMA, raw.gateway, ['gateway']),
    ...raw.sources.flatMap((source, index) =>
      secretPaths(sourceSchema(kinds.find(({ kind }) => kind === source.kind)!), source, ['sources', index]),
    ),
  ];
  const found = [
    ...mappingFaults(file, [], kinds),
    ...minimumFaults(raw, file),
    ...gatewayCertificateFaults(raw.gateway.tls, file),
    ...strayReferences(file.value, secrets, file),
    ...fillSecrets(raw, secrets, environment, file),
  ];
  if (found.length > 0) throw new ConfigurationError(path, found.sort(byPlace));

  const referenced = secrets.flatMap((at) => secretFiles(String(valueAt(file.value, at))));
  const plain = secrets.filter((at) => !refersToSecret(String(valueAt(file.value, at))));
  const warnings = [
    ...plain.map((at) =>
      faultLine(path, file.fault(at, 'is a secret that stands in the file itself: write ${env:NAME} or ${file:/path} in its place.')),
    ),
    ...[...new Set([...(plain.length > 0 ? [path] : []), ...referenced])].flatMap((each) => openToOthers(each) ?? []),
  ];
  const certificates = [raw.gateway, ...raw.sources].flatMap(({ tls }) => certificateFiles(tls as TlsFiles | undefined));
  const token = (file.value as RawConfiguration).gateway.token;
  return {
    config: configOf(raw, () => withSecrets(token, environment).trim(), dirname(resolve(path))),
    warnings,
    files: [...new Set([resolve(path), ...referenced, ...certificates])],
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError(path, [{ path: '', detail: `cannot be read: ${(error as NodeJS.ErrnoException).code}.` }]);
  }
}

function configOf(raw: RawConfiguration, token: () => string, folder: string): AgentConfig {
  return {
    gateway: { ...raw.gateway, url: raw.gateway.url.replace(/\/+$/, ''), token, ...withCertificates(raw.gateway.tls) },
    queue: { ...raw.queue, folder: resolve(folder, raw.queue.folder), maxBytes: bytesOf(raw.queue.maxBytes) },
    status: raw.status,
    log: raw.log,
    ...(raw.versionCheck && { versionCheck: raw.versionCheck }),
    sources: raw.sources.map((source) => ({ ...sourceConfig(source), ...withCertificates(source['tls'] as TlsFiles | undefined) })),
  };
}

function withCertificates(tls: TlsFiles | undefined): { certificates?: string } {
  const certificates = certificateState(tls);
  return certificates === undefined ? {} : { certificates };
}

/** Faults of sources that passed the schema: their names, expressions, and a missing `map`. */
function mappingFaults(file: YamlFile, before: readonly ConfigurationFault[], kinds: readonly SourceKind<never>[]): ConfigurationFault[] {
  const { sources } = (file.value ?? {}) as { sources?: unknown };
  if (!Array.isArray(sources)) return [];
  const names = new Map<string, number>();
  return sources.flatMap((source: RawSource, index) => {
    if (before.some(({ path }) => path.startsWith(`sources[${index}]`) || path === 'sources')) return [];
    const first = names.get(source.name);
    if (first === undefined) names.set(source.name, index);
    const doubled =
      first === undefined
        ? []
        : [file.fault(['sources', index, 'name'], `is the name of sources[${first}] too: every source has its own.`)];
    return [
      ...doubled,
      ...sourceFaults(
        source,
        kinds.find(({ kind }) => kind === source.kind)!,
        ['sources', index],
        file,
      ),
    ];
  });
}

const MIN_QUEUE = 16 * 1024 * 1024;

/** Applies the schema's minimum, which covers only numbers, to sizes written as text. */
function minimumFaults({ queue }: RawConfiguration, file: YamlFile): ConfigurationFault[] {
  return bytesOf(queue.maxBytes) < MIN_QUEUE ? [file.fault(['queue', 'maxBytes'], 'must be at least 16MiB.')] : [];
}

/** Secret references are allowed only in secret members; elsewhere the secret could be shown. */
function strayReferences(value: unknown, secrets: readonly Path[], file: YamlFile, at: Path = []): ConfigurationFault[] {
  if (typeof value === 'string')
    return refersToSecret(value) && !secrets.some((path) => path.join('\0') === at.join('\0'))
      ? [file.fault(at, 'is no secret, and may be shown: a reference to a secret counts for nothing here.')]
      : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    strayReferences(member, secrets, file, [...at, Array.isArray(value) ? Number(name) : name]),
  );
}

/** Replaces references by their secrets. */
function fillSecrets(raw: RawConfiguration, secrets: readonly Path[], environment: Environment, file: YamlFile): ConfigurationFault[] {
  return secrets.flatMap((at) => {
    const holder = valueAt(raw, at.slice(0, -1)) as Record<string | number, string>;
    const name = at.at(-1)!;
    try {
      holder[name] = withSecrets(holder[name]!, environment);
      return [];
    } catch (error) {
      return [file.fault(at, `${(error as Error).message}.`)];
    }
  });
}

function valueAt(value: unknown, at: Path): unknown {
  return at.reduce((within, part) => (within as Record<string | number, unknown>)[part], value);
}

const byPlace = (one: ConfigurationFault, other: ConfigurationFault): number =>
  (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
