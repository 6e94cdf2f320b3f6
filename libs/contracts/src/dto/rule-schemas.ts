import type { ISchemaConverters } from 'class-validator-jsonschema/build/defaultConverters.js';

/** How our own class-validator rules read as JSON Schema; each rule's file adds its own. */
export const ruleSchemas: ISchemaConverters = {};

/** @param schema called when a check is compiled, with the constraints that the decorator was given */
export function describeRule(name: string, schema: (constraints: readonly unknown[]) => object): void {
  ruleSchemas[name] = (metadata) => schema((metadata.constraints as unknown[] | undefined) ?? []) as never;
}
