import { Ajv2020 } from 'ajv/dist/2020.js';
import { RECORD_CONTRACTS } from '#contracts/schemas/json-schemas.js';
import { Requests } from '../load/bodies.js';
import type { Row } from '../measure/measurement.js';
import type { LimitContext } from './context.js';

const ELEMENTS = 100;
const BODIES = 50;

/** Only JSON.parse and a compiled check of the elements of a posted body. */
export const jsonRow: Row<LimitContext> = {
  id: 'limit-json',
  what: 'JSON parse and validate alone, bodies of 100 elements, one core',
  unit: 'elements/s',
  async measure({ seconds, objects }) {
    const command = RECORD_CONTRACTS.find(({ topic }) => topic === 'object.commands')!.schema as {
      properties: { elements: { items: { prefixItems: [unknown, { anyOf: [object] }] } } };
    };
    const [update] = command.properties.elements.items.prefixItems[1].anyOf;
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({ type: 'array', items: update });
    const requests = new Requests({
      url: 'http://127.0.0.1:1',
      token: '',
      workspace: 'bench',
      mode: 'async',
      connections: 1,
      elementsPerCall: ELEMENTS,
      objects,
    });
    const bodies = Array.from({ length: BODIES }, () => Buffer.from(requests.next().split('\r\n\r\n')[1]!));
    let done = 0;
    const startedAt = performance.now();
    while (performance.now() - startedAt < seconds * 1000) {
      if (!validate(JSON.parse(bodies[(done / ELEMENTS) % BODIES]!.toString('utf8'))))
        throw new Error(`The load is not valid: ${JSON.stringify(validate.errors)}`);
      done += ELEMENTS;
    }
    return { value: (done * 1000) / (performance.now() - startedAt) };
  },
};
