import type { ParameterObject, SchemaObject } from '@nestjs/swagger';
import { API_VERSIONS } from '../routes/api-versions.js';
import { ref } from './schema-words.js';

/** Name of the reusable parameter that every operation refers to. */
export const VERSION_PARAMETER = 'WaymarkVersion';

/** Name of the schema of the versions: a named schema gives generated clients one type for the header of all operations. */
const VERSION_SCHEMA = 'InterfaceVersion';

export const versionSchemas = (): Record<string, SchemaObject> => ({
  [VERSION_SCHEMA]: {
    type: 'string',
    enum: API_VERSIONS.map(({ date }) => date),
    description: 'A version of the interface: the day it was published.',
  },
});

export function versionParameter(): ParameterObject {
  const dates = API_VERSIONS.map(({ date }) => `\`${date}\``).join(', ');
  return {
    name: 'Waymark-Version',
    in: 'header',
    description:
      `The version of this interface to answer in, of ${dates}; the oldest when left out. Every answer says ` +
      'in the same header which one it is in. Another version is a 400 that lists the existing ones.',
    schema: ref(VERSION_SCHEMA),
  };
}
