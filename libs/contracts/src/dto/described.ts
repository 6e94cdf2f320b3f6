import { JSONSchema } from 'class-validator-jsonschema';

/** The meaning of a property, with its unit, and a value as an example; all schemas and documents take them from here. */
export function Described(description: string, example: unknown): PropertyDecorator {
  return JSONSchema({ description, examples: [example] }) as PropertyDecorator;
}
