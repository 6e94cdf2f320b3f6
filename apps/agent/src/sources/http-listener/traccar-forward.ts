import { readTime } from '../../reading/read-time.js';
import { earthPosition } from '../reading-parts/earth-position.js';
import { KNOT, movingFields, numberField } from '../reading-parts/fields.js';
import { radius } from '../reading-parts/radius.js';
import { keptApart } from '../reading-parts/unreadable.js';
import { satelliteCount } from '../reading-parts/within.js';
import type { Reports } from './report.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * JSON forwarded by a Traccar server (`forward.type = json`): `position` with `fixTime`, degrees, metres and knots, and `device` with
 * `uniqueId` and `name`. A position that the server marks as invalid (`valid: false`) is outdated, and is quarantined.
 */
export function readForwarded(body: Members): Reports {
  const position = membersOf(body['position']);
  const device = membersOf(body['device']);
  const id = device['uniqueId'];
  if (typeof id !== 'string' || id.trim() === '') return { fault: 'device.uniqueId is missing: the id of the device.' };
  if (position['valid'] === false)
    return [
      {
        device: id,
        message: keptApart(body, 'no-position-known', 'The server forwards the position as invalid: it is the last that it knew.'),
      },
    ];
  const found = earthPosition(position['latitude'], position['longitude'], position['altitude']);
  if ('fault' in found) return { fault: `position: ${found.fault}.` };
  const observedAt = readTime(position['fixTime']) ?? readTime(withColon(position['fixTime']));
  if (observedAt === undefined) return { fault: 'position.fixTime must be RFC 3339 with its zone, in the years 2000 to 2099.' };
  const accuracy = radius(position['accuracy']);
  const attributes = membersOf(position['attributes']);
  const satellites = satelliteCount(attributes['sat']);
  return [
    {
      device: id,
      message: {
        document: body,
        reading: {
          id,
          ...(typeof device['name'] === 'string' && device['name'].trim() !== '' && { title: device['name'] }),
          ...(typeof device['category'] === 'string' && device['category'] !== '' && { type: device['category'] }),
          observedAt,
          position: found.position,
          // Traccar writes 0 for an unknown accuracy.
          ...(accuracy !== undefined && accuracy > 0 && { accuracy }),
          ...(satellites !== undefined && { satellites }),
          ...movingFields({
            speed: numberField(position['speed'], KNOT),
            course: numberField(position['course']),
            battery: numberField(attributes['batteryLevel']),
          }),
        },
      },
    },
  ];
}

/** Traccar writes `+0000`. */
function withColon(time: unknown): unknown {
  return typeof time === 'string' ? time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : time;
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
