import { type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** A check of values against one of the document's schemas, by its name. */
export function describedBy(schemas: object): (name: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, unicodeRegExp: true, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', components: { schemas } });
  return (name) => ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
}
