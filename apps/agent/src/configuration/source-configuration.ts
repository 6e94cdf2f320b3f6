import { compileExpression, ExpressionError } from '../expressions/expression.js';
import type { SourceKind } from '../reading/source.js';
import type { SourceConfig } from './agent-config.js';
import type { ConfigurationFault } from './configuration-error.js';
import { type MapConfig, MAPPED_MEMBERS } from './mapping-schemas.js';
import type { SourceMembers } from './part-schemas.js';
import type { YamlFile } from './yaml-file.js';

/** A source as written in the file. */
export type RawSource = SourceMembers & Record<string, unknown>;

/** Separates the members that all sources share from those of the kind. */
export function sourceConfig({ name, kind, namespace = name, map, shape, fields, ...options }: RawSource): SourceConfig {
  return { name, kind, namespace, ...(map && { map }), ...(shape && { shape }), ...(fields && { fields }), options };
}

/** Faults that the schema cannot detect: invalid expressions, and a `map` that is incomplete. */
export function sourceFaults(
  source: RawSource,
  kind: SourceKind<never>,
  path: readonly (string | number)[],
  file: YamlFile,
): ConfigurationFault[] {
  const { map, options } = sourceConfig(source);
  const faults = map === undefined ? [] : expressionFaults(map, [...path, 'map'], file);
  if (!kind.needsMap(options as never)) return faults;
  if (map === undefined)
    return [
      ...faults,
      file.fault(
        path,
        `is missing: messages of the kind ${source.kind} have no form of their own, so that a map must say ` +
          'where the id and the position stand.',
        'map',
      ),
    ];
  if (map.id === undefined && map.externalId === undefined)
    return [...faults, file.fault([...path, 'map'], 'is missing: nothing else says which thing a message is of.', 'id')];
  return faults;
}

function expressionFaults(map: MapConfig, path: readonly (string | number)[], file: YamlFile): ConfigurationFault[] {
  const texts: [readonly (string | number)[], string][] = [
    ...MAPPED_MEMBERS.flatMap((member): [readonly (string | number)[], string][] =>
      map[member] === undefined ? [] : [[[...path, member], map[member]]],
    ),
    ...Object.entries(map.fields ?? {}).map(([name, { value }]): [readonly (string | number)[], string] => [
      [...path, 'fields', name, 'value'],
      value,
    ]),
  ];
  return texts.flatMap(([at, text]) => {
    try {
      compileExpression(text);
      return [];
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return [file.fault(at, `${error.message} (at its character ${error.at + 1}).`)];
    }
  });
}
