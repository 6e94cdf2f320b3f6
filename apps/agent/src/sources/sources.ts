import type { SourceKind } from '../reading/source.js';
import { FILES_SOURCE } from './files/files-source.js';
import { GTFS_REALTIME_SOURCE } from './gtfs-realtime/gtfs-realtime-source.js';
import { HTTP_LISTENER_SOURCE } from './http-listener/http-listener-source.js';
import { HTTP_POLL_SOURCE } from './http-poll/http-poll-source.js';
import { KAFKA_SOURCE } from './kafka/kafka-source.js';
import { MQTT_SOURCE } from './mqtt/mqtt-source.js';
import { NMEA_AIS_SOURCE } from './nmea-ais/nmea-ais-source.js';
import { OMLOX } from './omlox/omlox.js';

/** All kinds of source, in the order of the documentation. */
export const SOURCES: readonly SourceKind<never>[] = [
  OMLOX,
  MQTT_SOURCE,
  HTTP_LISTENER_SOURCE,
  HTTP_POLL_SOURCE,
  GTFS_REALTIME_SOURCE,
  KAFKA_SOURCE,
  FILES_SOURCE,
  NMEA_AIS_SOURCE,
];

export function sourceKind(kind: string): SourceKind<never> | undefined {
  return SOURCES.find((source) => source.kind === kind);
}
