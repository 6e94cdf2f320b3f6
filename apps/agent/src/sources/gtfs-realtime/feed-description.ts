import protobuf from 'protobufjs';

/**
 * The parts of a feed that are read: vehicle positions of GTFS Realtime 2.0 (field numbers are the standard's). Everything else is skipped.
 */
const DESCRIPTION = `syntax = "proto2";
message FeedMessage {
  required FeedHeader header = 1;
  repeated FeedEntity entity = 2;
}
message FeedHeader {
  required string gtfs_realtime_version = 1;
  optional uint32 incrementality = 2;
  optional uint64 timestamp = 3;
}
message FeedEntity {
  required string id = 1;
  optional bool is_deleted = 2;
  optional VehiclePosition vehicle = 4;
}
message VehiclePosition {
  optional TripDescriptor trip = 1;
  optional Position position = 2;
  optional uint32 current_stop_sequence = 3;
  optional uint32 current_status = 4;
  optional uint64 timestamp = 5;
  optional uint32 congestion_level = 6;
  optional string stop_id = 7;
  optional VehicleDescriptor vehicle = 8;
  optional uint32 occupancy_status = 9;
  optional uint32 occupancy_percentage = 10;
}
message Position {
  required float latitude = 1;
  required float longitude = 2;
  optional float bearing = 3;
  optional double odometer = 4;
  optional float speed = 5;
}
message TripDescriptor {
  optional string trip_id = 1;
  optional string start_time = 2;
  optional string start_date = 3;
  optional uint32 schedule_relationship = 4;
  optional string route_id = 5;
  optional uint32 direction_id = 6;
}
message VehicleDescriptor {
  optional string id = 1;
  optional string label = 2;
  optional string license_plate = 3;
}`;

/** A complete feed; fields are named as in the standard. */
export const FEED_MESSAGE = protobuf.parse(DESCRIPTION, { keepCase: true }).root.lookupType('FeedMessage');

/** OccupancyStatus, by its number. */
export const OCCUPANCY = [
  'EMPTY',
  'MANY_SEATS_AVAILABLE',
  'FEW_SEATS_AVAILABLE',
  'STANDING_ROOM_ONLY',
  'CRUSHED_STANDING_ROOM_ONLY',
  'FULL',
  'NOT_ACCEPTING_PASSENGERS',
  'NO_DATA_AVAILABLE',
  'NOT_BOARDABLE',
] as const;
