import type { ParameterObject } from '@nestjs/swagger';
import { API_VERSIONS } from '../versioning/api-versions.js';

/** Its name among the document's parameters, to which every operation refers. */
export const VERSION_PARAMETER = 'WaymarkVersion';

/** No enumeration: the page would send its first value with every call that is tried. */
export function versionParameter(): ParameterObject {
  const dates = API_VERSIONS.map(({ date }) => `\`${date}\``).join(', ');
  return {
    name: 'Waymark-Version',
    in: 'header',
    description: `The version of this interface to answer in, of ${dates}; the oldest when left out. Every answer says in the same header which one it is in. Another version is a 400 that names those that there are.`,
    schema: { type: 'string', format: 'date' },
  };
}
