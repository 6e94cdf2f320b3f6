import type { SourceConfig } from '../configuration/agent-config.js';
import { type MapConfig, MAPPED_MEMBERS, type MappedMember } from '../configuration/mapping-schemas.js';
import { compileExpression, type Expression } from '../expressions/expression.js';

/** A `map` with its expressions compiled. */
export interface CompiledMap {
  readonly members: readonly (readonly [MappedMember, Expression])[];
  readonly fields: readonly {
    readonly name: string;
    readonly type: 'String' | 'Number' | 'Category';
    readonly namespace?: string;
    readonly value: Expression;
  }[];
}

const compiled = new WeakMap<SourceConfig, CompiledMap>();

/** The compiled `map` of a source; cached per configuration. @throws ExpressionError */
export function compiledMap(source: SourceConfig): CompiledMap {
  let map = compiled.get(source);
  if (map === undefined) compiled.set(source, (map = compileMap(source.map ?? {})));
  return map;
}

function compileMap(map: MapConfig): CompiledMap {
  return {
    members: MAPPED_MEMBERS.flatMap((member) => (map[member] === undefined ? [] : [[member, compileExpression(map[member])] as const])),
    fields: Object.entries(map.fields ?? {}).map(([name, { type, namespace, value }]) => ({
      name,
      type,
      namespace,
      value: compileExpression(value),
    })),
  };
}
