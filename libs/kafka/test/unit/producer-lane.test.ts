import { describe, expect, it } from 'vitest';
import type { RecordMetadata } from '#kafka-client';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { ProducerLane } from '#kafka/producing/producer-lane.js';

/** A client that answers each send with these partitions. */
function laneOf(answer: readonly { topicName: string; partition: number }[]): ProducerLane {
  const sendBatch = async (): Promise<RecordMetadata[]> => answer.map((place) => ({ ...place, errorCode: 0, baseOffset: '5' }));
  const client = { producer: () => ({ sendBatch }), onConnectionLost: () => undefined };
  return new ProducerLane({ derive: () => client } as unknown as KafkaConnection, 5000, () => undefined);
}

const topicMessages = [
  {
    topic: 'a',
    messages: [
      { value: '1', partition: 0 },
      { value: '2', partition: 1 },
    ],
  },
  { topic: 'b', messages: [{ value: '3', partition: 0 }] },
];

describe('a producer lane', () => {
  it('takes a send as acknowledged when the answer has a place for each of its partitions', async () => {
    const answer = [
      { topicName: 'a', partition: 0 },
      { topicName: 'a', partition: 1 },
      { topicName: 'b', partition: 0 },
    ];
    expect(await laneOf(answer).send(topicMessages, 3)).toMatchObject(answer);
  });

  it.each([
    [
      'of a topic',
      [
        { topicName: 'a', partition: 0 },
        { topicName: 'b', partition: 0 },
      ],
      'lacks partition 1 of a',
    ],
    [
      'of another topic',
      [
        { topicName: 'a', partition: 0 },
        { topicName: 'a', partition: 1 },
      ],
      'lacks partition 0 of b',
    ],
  ])('takes it as failed when one %s is missing: the client drops records when a leader changes', async (_what, answer, message) => {
    await expect(laneOf(answer).send(topicMessages, 3)).rejects.toThrow(message);
  });
});
