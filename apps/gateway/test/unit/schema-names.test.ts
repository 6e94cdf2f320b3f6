import { expect, it } from 'vitest';
import { elementLimits } from '#contracts/dto/element-limits.js';
import { bodySchemas } from '../../src/openapi/described-operations.js';
import { directorySchemas } from '../../src/openapi/directory-schemas.js';
import { installationSchemas } from '../../src/openapi/installation-schemas.js';
import { schemasFor } from '../../src/openapi/schemas.js';
import { webhookSchemas } from '../../src/openapi/webhook-schemas.js';

it('no request has the name of an answer: the document would mix them up', () => {
  const bodies = Object.keys(bodySchemas());
  expect(bodies.length).toBeGreaterThan(20);
  const all = [schemasFor(elementLimits), directorySchemas(), webhookSchemas(), installationSchemas()].flatMap((schemas) =>
    Object.keys(schemas),
  );
  expect([...all, ...bodies].filter((name, at, names) => names.indexOf(name) !== at)).toEqual([]);
});
