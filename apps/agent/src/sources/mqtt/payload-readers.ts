import type { Received } from '../../reading/source.js';
import { keptApart } from '../reading-parts/unreadable.js';
import { readJsonPayload } from './json-payload.js';
import { MAX_PAYLOAD_BYTES, type MqttMessage, type PayloadReader } from './message.js';
import type { MqttOptions } from './options.js';
import { readOwnTracks } from './owntracks.js';
import { SparkplugReader } from './sparkplug-reader.js';

/** The payload reader of a source. @param place the reader's state when the source last delivered */
export function payloadReader({ format, retained }: MqttOptions, place: unknown): PayloadReader {
  if (format === 'owntracks') return bounded({ read: readOwnTracks });
  const reader: PayloadReader = format === 'json' ? { read: readJsonPayload } : new SparkplugReader(place);
  return bounded(
    retained === 'take'
      ? reader
      : { ...bindingPlace(reader), read: (message) => (message.retained ? apartAsOld(reader.read(message)) : reader.read(message)) },
  );
}

function bindingPlace(reader: PayloadReader): Pick<PayloadReader, 'place'> {
  return reader.place === undefined ? {} : { place: () => reader.place?.() };
}

/** Only the sender knows the time of a retained message; with the current time, it would become the newest state of its object. */
function apartAsOld(messages: readonly Received[]): readonly Received[] {
  return messages.map((message) =>
    message.quarantined
      ? message
      : keptApart(
          message.document,
          'impossible-time',
          'A retained message; the broker does not say when it was published. With retained: take it is sent; ' +
            'let map.observedAt read its own time then.',
        ),
  );
}

function bounded(reader: PayloadReader): PayloadReader {
  return {
    ...bindingPlace(reader),
    read(message: MqttMessage) {
      // An empty payload clears a retained message and has no content.
      if (message.payload.length === 0 && message.passedOver === undefined) return [];
      const bytes = message.passedOver ?? message.payload.length;
      if (bytes <= MAX_PAYLOAD_BYTES) return reader.read(message);
      return [
        keptApart(
          { topic: message.topic, bytes },
          'unreadable',
          `The message on ${message.topic} has ${bytes} bytes; at most ${MAX_PAYLOAD_BYTES} are read.`,
        ),
      ];
    },
  };
}
