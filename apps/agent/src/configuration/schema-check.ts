import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ConfigurationFault } from './configuration-error.js';
import { nearestName } from './nearest-name.js';
import type { YamlFile } from './yaml-file.js';

/** The formats of the schema, each with its check and a description for people. */
const FORMATS: Readonly<Record<string, { readonly test: (text: string) => boolean; readonly words: string }>> = {
  secret: { test: () => true, words: 'a secret' },
  'http-url': {
    test: (text) => isUrl(text, ['http:', 'https:']),
    words: 'an address that begins with http:// or https://, without a name and password in it',
  },
};

/** Compiles the schema. The check also fills in defaults. */
export function compileSchema(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: false, verbose: true, logger: false });
  for (const [name, { test }] of Object.entries(FORMATS)) ajv.addFormat(name, test);
  return ajv.compile(schema);
}

/** Every schema rule that the file breaks, each at its location. */
export function schemaFaults(validate: ValidateFunction, file: YamlFile): ConfigurationFault[] {
  if (validate(file.value)) return [];
  const errors = chosenForms((validate.errors ?? []).filter(({ keyword }) => keyword !== 'if' && keyword !== 'allOf'));
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const within = (error: ErrorObject): ErrorObject | undefined =>
    choices.find(
      (choice) =>
        choice !== error && error.schemaPath.startsWith(`${choice.schemaPath}/`) && error.instancePath.startsWith(choice.instancePath),
    );
  const faults = errors
    .filter((error) => within(error) === undefined)
    .map((error) =>
      faultOf(
        error,
        file,
        errors.filter((each) => within(each) === error),
      ),
    );
  const seen = new Set<string>();
  return faults.filter(({ path, detail }) => seen.size !== seen.add(`${path} ${detail}`).size);
}

/**
 * For alternatives distinguished by a constant member (`kind: oauth2`), reports only the faults of the alternative in the file instead of a
 * mismatch with all others; for an unknown constant, the possible ones.
 */
function chosenForms(errors: readonly ErrorObject[]): ErrorObject[] {
  return errors
    .filter(({ keyword }) => keyword === 'oneOf')
    .reduce<ErrorObject[]>(
      (left, choice) => {
        const formOf = ({ schemaPath }: ErrorObject): string | undefined =>
          schemaPath.startsWith(`${choice.schemaPath}/`) ? schemaPath.slice(choice.schemaPath.length + 1).split('/')[0] : undefined;
        const inner = left.filter((error) => formOf(error) !== undefined);
        const constants = inner.filter(
          ({ keyword, instancePath }) => keyword === 'const' && instancePath.startsWith(`${choice.instancePath}/`),
        );
        const others = new Set(constants.map(formOf));
        const meant = new Set(inner.map(formOf).filter((form) => !others.has(form)));
        if (others.size === 0 || meant.size > 1) return left;
        if (meant.size === 0) {
          const named = {
            ...constants[0]!,
            keyword: 'enum',
            params: { allowedValues: constants.map(({ params }) => params['allowedValue']) },
          };
          return left.flatMap((error) => (error === choice ? [named] : formOf(error) === undefined ? [error] : []));
        }
        // No longer part of a choice: each fault is reported separately.
        const [form] = meant;
        return left.flatMap((error) => (error === choice || (formOf(error) !== undefined && formOf(error) !== form) ? [] : [error]));
      },
      [...errors],
    );
}

function faultOf(error: ErrorObject, file: YamlFile, inner: readonly ErrorObject[]): ConfigurationFault {
  const path = pathOf(error.instancePath, file.value);
  const { keyword, params, parentSchema } = error as {
    keyword: string;
    params: Record<string, unknown>;
    parentSchema: { description?: string; properties?: object };
  };
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
    const allowed = Object.keys(parentSchema.properties ?? {});
    const meant = nearestName(name, allowed);
    return file.fault(path, `is not known here${meant === undefined ? '' : `: is ${meant} meant`}? Allowed: ${allowed.join(', ')}.`, name);
  }
  if (keyword === 'required' || keyword === 'dependentRequired')
    return file.fault(
      path,
      `is missing${keyword === 'required' ? '' : `, which ${String(params['property'])} needs`}.${hint(parentSchema.properties, String(params['missingProperty']))}`,
      String(params['missingProperty']),
    );
  if (keyword === 'enum') {
    const allowed = (params['allowedValues'] as unknown[]).map(String);
    const meant = typeof error.data === 'string' ? nearestName(error.data, allowed) : undefined;
    return file.fault(
      path,
      `must be one of ${allowed.join(', ')}${meant === undefined ? '' : `: is ${meant} meant`}${meant === undefined ? '.' : '?'}`,
    );
  }
  if (inner.length > 0) return file.fault(path, `has none of the allowed forms: ${inner.map((each) => expectation(each)).join('; or ')}.`);
  const explanation = parentSchema.description === undefined || keyword === 'type' ? '' : ` ${parentSchema.description}`;
  return file.fault(path, `${expectation(error)}.${explanation}`);
}

function hint(properties: unknown, name: string): string {
  const { description } = ((properties as Record<string, { description?: string } | undefined> | undefined)?.[name] ?? {}) as {
    description?: string;
  };
  return description === undefined ? '' : ` ${description}`;
}

/** Never repeats the value, which may be a misplaced secret. */
function expectation({ keyword, params, message }: ErrorObject): string {
  const limit = String((params as { limit?: unknown }).limit);
  switch (keyword) {
    case 'type':
      return `must be ${[(params as { type: string | string[] }).type].flat().map(article).join(' or ')}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'minLength':
      return 'must not be empty';
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return `must have at least ${limit} ${limit === '1' ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must have at most ${limit} entries`;
    case 'pattern':
      return 'is not of the form that it must have';
    case 'format':
      return `must be ${FORMATS[(params as { format: string }).format]?.words ?? `of the form ${(params as { format: string }).format}`}`;
    default:
      return message ?? 'is not valid';
  }
}

const article = (type: string): string =>
  type === 'array'
    ? 'a list'
    : type === 'object'
      ? 'a set of members'
      : type === 'string'
        ? 'a text'
        : type === 'null'
          ? 'null'
          : type === 'integer'
            ? 'a whole number'
            : type === 'boolean'
              ? 'true or false'
              : 'a number';

function pathOf(pointer: string, value: unknown): (string | number)[] {
  let at = value;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const place = Array.isArray(at) ? Number(name) : name;
      at = (at as Record<string | number, unknown> | undefined)?.[place];
      return place;
    });
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && protocols.includes(url.protocol) && url.username === '' && url.password === '';
}
