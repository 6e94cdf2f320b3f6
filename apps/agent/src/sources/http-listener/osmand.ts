import { readNumber } from '../../reading/read-number.js';
import { readTime } from '../../reading/read-time.js';
import { earthPosition } from '../reading-parts/earth-position.js';
import { KNOT, movingFields, numberField, textField } from '../reading-parts/fields.js';
import { radius } from '../reading-parts/radius.js';
import type { Reports } from './report.js';

type Parameters = Readonly<Record<string, string>>;

/** `key` is left out, because it is the device's secret. */
const NOT_KEPT = new Set(['key']);

/**
 * The parameters of the OsmAnd protocol, from a query or a form: `id` or `deviceid`, `lat` and `lon` or `location=lat,lon`, `timestamp`
 * (seconds, milliseconds or RFC 3339), `altitude`, `accuracy`, `speed` in knots, `bearing` or `heading`, `batt`. A message without a time
 * gets the time of receipt, as the protocol says.
 */
export function readOsmAnd(parameters: Parameters): Reports {
  const device = parameters['id'] ?? parameters['deviceid'];
  if (device === undefined || device.trim() === '') return { fault: 'id (or deviceid) is missing: the id of the device.' };
  const [lat, lon] = parameters['location'] === undefined ? [parameters['lat'], parameters['lon']] : parameters['location'].split(',', 2);
  const found = earthPosition(lat, lon, parameters['altitude']);
  if ('fault' in found) return { fault: `lat and lon (or location=lat,lon): ${found.fault}.` };
  const time = parameters['timestamp'];
  const observedAt = time === undefined ? undefined : readTime(time);
  if (time !== undefined && observedAt === undefined)
    return { fault: 'timestamp must be seconds or milliseconds since 1970, or RFC 3339 with its zone, in the years 2000 to 2099.' };
  const speed = parameters['speed'];
  const course = parameters['bearing'] ?? parameters['heading'];
  const document = Object.fromEntries(Object.entries(parameters).filter(([name]) => !NOT_KEPT.has(name)));
  return [
    {
      device,
      message: {
        document,
        reading: {
          id: device,
          ...(observedAt !== undefined && { observedAt }),
          position: found.position,
          accuracy: radius(parameters['accuracy']),
          ...movingFields({
            speed: (readNumber(speed) ?? -1) < 0 ? undefined : numberField(speed, KNOT),
            course: (readNumber(course) ?? -1) < 0 ? undefined : numberField(course),
            battery: numberField(parameters['batt']),
            driver: textField(parameters['driverUniqueId']),
          }),
        },
      },
    },
  ];
}
