import type protobuf from 'protobufjs';
import { isPossibleTime } from '../../reading/read-time.js';
import type { Received } from '../../reading/source.js';
import type { Item } from '../polling/poll.js';
import { itemHash } from '../polling/seen-items.js';
import { earthPosition } from '../reading-parts/earth-position.js';
import { categoryField, movingFields, numberField, textField } from '../reading-parts/fields.js';
import { keptApart } from '../reading-parts/unreadable.js';
import { FEED_MESSAGE, OCCUPANCY } from './feed-description.js';

interface Vehicle {
  trip?: { trip_id?: string; start_date?: string; start_time?: string; route_id?: string };
  position?: { latitude: number; longitude: number; bearing?: number; speed?: number };
  timestamp?: string;
  vehicle?: { id?: string; label?: string; license_plate?: string };
  occupancy_status?: number;
  occupancy_percentage?: number;
}

interface Feed {
  header: { gtfs_realtime_version: string; timestamp?: string };
  entity?: { id: string; is_deleted?: boolean; vehicle?: Vehicle }[];
}

const OPTIONS: protobuf.IConversionOptions = { longs: String };

/**
 * The vehicles of a feed. The id is the vehicle's, or else that of its trip and day; the time is that of the measurement, or else of the
 * feed. An item is new when one of these or its position differs.
 * @throws Error for anything that is not a feed
 */
export function readFeed(bytes: Uint8Array): Item[] {
  let feed: Feed;
  try {
    feed = FEED_MESSAGE.toObject(FEED_MESSAGE.decode(bytes), OPTIONS) as Feed;
  } catch (error) {
    throw new Error('The document is no feed of GTFS Realtime (a FeedMessage as protocol buffers, not as JSON or text).', { cause: error });
  }
  if (!/^\d+\.\d+$/.test(feed.header.gtfs_realtime_version))
    throw new Error('The document names no version of GTFS Realtime: is it a feed?');
  return (feed.entity ?? []).flatMap(({ is_deleted, vehicle }) =>
    vehicle === undefined || is_deleted === true ? [] : [itemOf(vehicle, feed.header.timestamp)],
  );
}

function itemOf(vehicle: Vehicle, feedTime: string | undefined): Item {
  const { position, timestamp } = vehicle;
  return {
    message: readVehicle(vehicle, feedTime),
    hash: itemHash(JSON.stringify([vehicle.vehicle?.id, vehicle.trip?.trip_id, timestamp ?? [position?.latitude, position?.longitude]])),
  };
}

function readVehicle(document: Vehicle, feedTime: string | undefined): Received {
  const { vehicle, trip, position } = document;
  const id = idOf(document);
  if (id === undefined) return keptApart(document, 'no-id', 'The vehicle has neither an id nor a trip.');
  if (position === undefined) return keptApart(document, 'no-position-known', 'The vehicle has no position.');
  const found = earthPosition(shortest(position.latitude), shortest(position.longitude));
  if ('fault' in found) return keptApart(document, 'impossible-position', `${found.fault}.`);
  const observedAt = Number(document.timestamp ?? feedTime) * 1000;
  if (!isPossibleTime(observedAt))
    return keptApart(document, 'impossible-time', 'Neither the vehicle nor the feed has a time in the years 2000 to 2099.');
  const title = vehicle?.label || vehicle?.license_plate;
  return {
    document,
    reading: {
      id,
      ...(title && { title }),
      observedAt,
      position: found.position,
      ...movingFields({
        speed: position.speed === undefined || position.speed < 0 ? undefined : numberField(shortest(position.speed)),
        course: position.bearing === undefined ? undefined : numberField(shortest(position.bearing)),
        route: textField(trip?.route_id),
        trip: textField(trip?.trip_id),
        occupancy: categoryField(OCCUPANCY[document.occupancy_status ?? -1]),
        occupancyPercentage: numberField(document.occupancy_percentage),
      }),
    },
  };
}

function idOf({ vehicle, trip }: Vehicle): string | undefined {
  if (vehicle?.id) return vehicle.id;
  return trip?.trip_id
    ? ['trip', trip.start_date, trip.start_time, trip.trip_id].filter((part) => part !== undefined && part !== '').join(':')
    : undefined;
}

/** The number that a 32-bit float was meant to be, which is the shortest one stored as it: 53.4 and not 53.400001525878906. */
function shortest(float: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const number = Number(float.toPrecision(digits));
    if (Math.fround(number) === float) return number;
  }
  return Number.isFinite(float) ? Number(float.toPrecision(9)) : float;
}
