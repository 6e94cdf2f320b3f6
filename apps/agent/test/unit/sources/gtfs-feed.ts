import { FEED_MESSAGE } from '../../../src/sources/gtfs-realtime/feed-description.js';

/** A vehicle of a feed, with the standard's names. */
export interface FeedVehicle {
  id?: string;
  trip?: string;
  lat?: number;
  lon?: number;
  timestamp?: number;
  speed?: number;
  bearing?: number;
  occupancy?: number;
  label?: string;
  deleted?: boolean;
}

/** The bytes of a feed. @param timestamp of the feed, seconds since 1970 */
export function feedOf(vehicles: readonly FeedVehicle[], timestamp?: number): Uint8Array {
  const entity = vehicles.map(({ id, trip, lat, lon, timestamp: measured, speed, bearing, occupancy, label, deleted }, index) => ({
    id: String(index),
    ...(deleted && { is_deleted: true }),
    vehicle: {
      ...(trip !== undefined && { trip: { trip_id: trip, start_date: '20231114', route_id: 'R14' } }),
      ...(lat !== undefined && { position: { latitude: lat, longitude: lon, speed, bearing } }),
      ...(measured !== undefined && { timestamp: measured }),
      ...((id ?? label) !== undefined && { vehicle: { id, label } }),
      ...(occupancy !== undefined && { occupancy_status: occupancy }),
    },
  }));
  return FEED_MESSAGE.encode(
    FEED_MESSAGE.fromObject({ header: { gtfs_realtime_version: '2.0', ...(timestamp !== undefined && { timestamp }) }, entity }),
  ).finish();
}
