import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { headerSchema } from '#contracts/schemas/asyncapi.js';
import { RECORD_CONTRACTS } from '#contracts/schemas/json-schemas.js';
import { goldenRecords } from './golden-records.js';

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, validateFormats: false });
const golden = goldenRecords();
const validators = new Map(RECORD_CONTRACTS.map((contract) => [contract.name, ajv.compile(contract.schema)]));

/** The value with a wrong type in the named property. */
function spoiled(value: Record<string, unknown>, name: string): unknown {
  return { ...value, [name]: { not: 'this' } };
}

describe('golden records', () => {
  it('show every kind of record', () => {
    expect([...golden.keys()].sort()).toEqual(RECORD_CONTRACTS.map(({ name }) => name).sort());
  });

  describe.each(RECORD_CONTRACTS.map((contract) => ({ ...contract, records: golden.get(contract.name) ?? [] })))('$name', (contract) => {
    const validate = validators.get(contract.name)!;

    it('satisfies its schema and names its topic', () => {
      for (const record of contract.records) {
        expect(validate(record.value), JSON.stringify(validate.errors)).toBe(true);
        expect(record.topic).toBe(contract.topic);
      }
    });

    it('is refused when a required property is missing or of another type', () => {
      for (const { value } of contract.records) {
        for (const name of contract.schema.required as string[]) {
          expect(validate(Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))), `without ${name}`).toBe(false);
          expect(validate(spoiled(value, name)), `spoiled ${name}`).toBe(false);
        }
      }
    });

    it(`is ${contract.audience === 'public' ? 'open' : 'closed'} to unknown properties`, () => {
      for (const { value } of contract.records) expect(validate({ ...value, newInALaterVersion: 1 })).toBe(contract.audience === 'public');
    });

    it.runIf(contract.audience === 'public')('carries the headers of its type, keyed by what it is of', () => {
      const validateHeaders = ajv.compile(headerSchema(contract.name, contract.topic));
      for (const record of contract.records) {
        expect(validateHeaders(record.headers), JSON.stringify(validateHeaders.errors)).toBe(true);
        expect(record.key).toBe(record.value.externalId ?? record.value.areaId);
        expect(record.headers.ce_subject).toBe(record.key);
        expect(record.headers.ce_time).toBe(record.value.receivedAt ?? record.value.updatedAt ?? record.value.at);
      }
    });
  });

  it('refuses a value that is not of the type it names', () => {
    const validate = validators.get('waymark.object.updated.v1')!;
    const [record] = golden.get('waymark.object.updated.v1')!;
    const withField = (field: unknown) => ({ ...record!.value, fields: { battery: field } });
    expect(validate(withField({ type: 'Number', value: 1 }))).toBe(true);
    expect(validate(withField({ type: 'Number', value: '1' }))).toBe(false);
    expect(validate(withField({ type: 'Category', value: 'loading' }))).toBe(false);
    expect(validate(withField({ type: 'Category', value: { namespace: 'a' } }))).toBe(false);
    expect(validate(withField({ type: 'Boolean', value: true }))).toBe(false);
  });
});
