import { readNumber } from '../../reading/read-number.js';
import { readTime } from '../../reading/read-time.js';
import { earthPosition } from '../reading-parts/earth-position.js';
import { categoryField, movingFields, numberField } from '../reading-parts/fields.js';
import { radius } from '../reading-parts/radius.js';
import type { Reports } from './report.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * The JSON of Traccar Client 9 and later: `device_id`, and `location` with `timestamp`, `coords` (`latitude`, `longitude`, `accuracy`,
 * `altitude`, `speed` in m/s and `heading`; -1 when unknown), `battery.level` from 0 to 1, `activity.type`.
 */
export function readClientJson(body: Members): Reports {
  const device = body['device_id'];
  if (!(typeof device === 'string' && device.trim() !== '') && !Number.isSafeInteger(device))
    return { fault: 'device_id is missing: the id of the device.' };
  const location = membersOf(body['location']);
  const coords = membersOf(location['coords']);
  const found = earthPosition(coords['latitude'], coords['longitude'], coords['altitude']);
  if ('fault' in found) return { fault: `location.coords: ${found.fault}.` };
  const observedAt = readTime(location['timestamp']);
  if (observedAt === undefined)
    return { fault: 'location.timestamp must be RFC 3339 with its zone, or milliseconds since 1970, in the years 2000 to 2099.' };
  const level = readNumber(membersOf(location['battery'])['level']);
  const activity = membersOf(location['activity'])['type'];
  return [
    {
      device: String(device),
      message: {
        document: body,
        reading: {
          id: String(device),
          observedAt,
          position: found.position,
          accuracy: radius(coords['accuracy']),
          ...movingFields({
            speed: known(coords['speed']),
            course: known(coords['heading']),
            battery: level === undefined || level < 0 ? undefined : { type: 'Number', value: Math.round(level * 1000) / 10 },
            activity: categoryField(typeof activity === 'string' ? activity : undefined),
          }),
        },
      },
    },
  ];
}

function known(value: unknown): ReturnType<typeof numberField> {
  return (readNumber(value) ?? -1) < 0 ? undefined : numberField(value);
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
