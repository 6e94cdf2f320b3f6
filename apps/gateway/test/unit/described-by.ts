import { type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Creates checks of values against the document's schemas, by name. */
export function describedBy(schemas: object): (name: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, unicodeRegExp: true, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', components: { schemas } });
  return (name) => ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
}
