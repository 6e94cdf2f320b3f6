import type { ISchemaConverters } from 'class-validator-jsonschema/build/defaultConverters.js';

/** JSON Schemas of our own class-validator rules; the file of each rule adds its own. */
export const ruleSchemas: ISchemaConverters = {};

/** @param schema called with the arguments of the decorator when a check is compiled */
export function describeRule(name: string, schema: (constraints: readonly unknown[]) => object): void {
  ruleSchemas[name] = (metadata) => schema((metadata.constraints as unknown[] | undefined) ?? []) as never;
}
