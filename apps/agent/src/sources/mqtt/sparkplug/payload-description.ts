import protobuf from 'protobufjs';

/**
 * The parts of a payload that are read: Sparkplug 3.0, section 6.4 (field numbers are the standard's). Data sets, templates and properties
 * are skipped.
 */
const DESCRIPTION = `syntax = "proto2";
message Payload {
  message Metric {
    optional string name = 1;
    optional uint64 alias = 2;
    optional uint64 timestamp = 3;
    optional uint32 datatype = 4;
    optional bool is_historical = 5;
    optional bool is_null = 7;
    oneof value {
      uint32 int_value = 10;
      uint64 long_value = 11;
      float float_value = 12;
      double double_value = 13;
      bool boolean_value = 14;
      string string_value = 15;
      bytes bytes_value = 16;
    }
  }
  optional uint64 timestamp = 1;
  repeated Metric metrics = 2;
  optional uint64 seq = 3;
}`;

/** The payload of Sparkplug B; fields are named as in the standard. */
export const SPARKPLUG_PAYLOAD = protobuf.parse(DESCRIPTION, { keepCase: true }).root.lookupType('Payload');
