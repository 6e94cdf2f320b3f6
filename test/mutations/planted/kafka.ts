import { type Mutation, stack, unit } from '../mutation.js';

const producer = [stack('libs/kafka/test/real/coalescing-producer.test.ts')];
const guard = [unit('libs/kafka/test/unit/rejection-guard.test.ts')];
const transport = [stack('libs/kafka/test/real/unit-transport.test.ts')];

const check = [unit('libs/kafka/test/unit/log-check.test.ts')];
const damaged = [unit('libs/kafka/test/unit/damaged-batches.test.ts')];
const rotten = [stack('test/faults/bit-rot.test.ts')];
const lost = [stack('libs/kafka/test/real/lost-records.test.ts')];

export const KAFKA_FAULTS: Mutation[] = [
  {
    name: 'go on with the same producer after a failed send',
    file: 'libs/kafka/src/producing/coalescing-producer.ts',
    search: 'this.discard(lane);\n      this.queue.fail(',
    replace: 'this.queue.fail(',
    tests: producer,
  },
  {
    name: 'acknowledge before the broker does',
    file: 'libs/kafka/src/producing/coalescing-producer.ts',
    search: 'this.noteEnds(batch, await lane.send(batch.topicMessages, batch.records));',
    replace: 'void lane.send(batch.topicMessages, batch.records).catch(() => undefined);',
    tests: producer,
  },
  {
    name: 'two requests of one producer in flight',
    file: 'libs/kafka/src/producing/coalescing-producer.ts',
    search: 'if (batch) await this.sendBatch(lane, batch);',
    replace: 'if (batch) void this.sendBatch(lane, batch);',
    tests: producer,
  },
  {
    name: 'queue without a bound',
    file: 'libs/kafka/src/producing/coalescing-producer.ts',
    search: 'this.queue.queuedBytes + bytes > this.options.maxQueuedBytes',
    replace: 'false',
    tests: producer,
  },
  {
    name: 'resolve a send of which only a part was written',
    file: 'libs/kafka/src/producing/send-queue.ts',
    search: 'if (send.next === send.records.length) this.settle(send)?.resolve();',
    replace: 'this.settle(send)?.resolve();',
    tests: producer,
  },
  {
    name: 'a failed send resolves',
    file: 'libs/kafka/src/producing/send-queue.ts',
    search: 'this.settle(send)?.reject(error);',
    replace: 'this.settle(send)?.resolve();',
    tests: producer,
  },
  {
    name: 'another partition than Kafka’s default partitioner',
    file: 'libs/kafka/src/records/partition.ts',
    search: 'return h ^ (h >>> 15);',
    replace: 'return h ^ (h >>> 14);',
    tests: [unit('libs/kafka/test/unit/partition.test.ts')],
  },
  {
    name: 'poison is dropped without a dead letter',
    file: 'libs/kafka/src/units/unit-runner.ts',
    search: 'await deadLetters.writeUntilDone(record, poison.message, AbortSignal.any([signal, this.stopping.signal]), logger);',
    replace: 'void deadLetters;',
    tests: transport,
  },
  {
    name: 'a unit that failed is dropped',
    file: 'libs/kafka/src/units/unit-runner.ts',
    search: 'await pause(wait, AbortSignal.any([signal, this.stopping.signal]));',
    replace: 'return this.options.onProcessed(unit.batches);',
    tests: transport,
  },
  {
    name: 'a lost ownership counts as processed',
    file: 'libs/kafka/src/units/unit-runner.ts',
    search: 'return this.ownershipLost(error, signal);',
    replace: 'return this.options.onProcessed(unit.batches);',
    tests: transport,
  },
  {
    name: 'work of the former assignment is kept',
    file: 'libs/kafka/src/units/unit-runner.ts',
    search: 'this.options.buffer.clear();\n    this.assignment.abort();',
    replace: 'this.assignment.abort();',
    tests: [...transport, stack('test/faults/services.test.ts')],
  },
  {
    name: 'no heartbeats while the database is slow',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'await payload.heartbeat();',
    replace: '',
    tests: [...transport, stack('test/faults/database.test.ts')],
  },
  {
    name: 'process what was fetched behind a dropped unit',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'const signal = this.reassign();\n    // Two that',
    replace: 'const { signal } = this.assignment;\n    // Two that',
    tests: transport,
  },
  {
    name: 'nobody stands by for rejections that escape while units are read',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'this.removeGuard = guardRejections(this.log, (error) => this.fatal(error));',
    replace: 'void guardRejections;',
    tests: guard,
  },
  {
    name: 'nobody stands by for rejections that escape while a partition is read',
    file: 'libs/kafka/src/reading/partition-reader.ts',
    search: 'this.removeGuard = guardRejections(this.options.logger, (error) => this.fatal(error));',
    replace: 'void guardRejections;',
    tests: guard,
  },
  {
    name: 'any record before the next one is taken for the one that was read',
    file: 'libs/kafka/src/consuming/log-check.ts',
    search: 'if (mark === undefined ? holesAreLegal : mark === this.candidates[this.at]!.record) this.end(this.at);',
    replace: 'if (mark !== -1) this.end(this.at);',
    tests: check,
  },
  {
    name: 'a log that ends before the place is taken for the same',
    file: 'libs/kafka/src/consuming/log-check.ts',
    search: 'if (offset > high) continue;',
    replace: 'if (offset > high) return this.end(this.at);',
    tests: check,
  },
  {
    name: 'a lost connection is no reason to compare',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'this.client.onConnectionLost(() => this.connectionLost());',
    replace: '',
    tests: lost,
  },
  {
    name: 'believe the client that every partition was acknowledged',
    file: 'libs/kafka/src/producing/producer-lane.ts',
    search: 'if (missing) throw',
    replace: 'if (missing && messages.length < 0) throw',
    tests: [unit('libs/kafka/test/unit/producer-lane.test.ts')],
  },
  {
    name: 'stand still at damaged records without end, though they are given up',
    file: 'libs/kafka/src/consuming/damage-watch.ts',
    search: 'if (range) return range.to + 1;',
    replace: '',
    tests: damaged,
  },
  {
    name: 'pass over damaged records that nobody has given up',
    file: 'libs/kafka/src/consuming/damage-watch.ts',
    search: 'return passesOver && next !== undefined && next > offset ? next : undefined;',
    replace: 'return next;',
    tests: damaged,
  },
  {
    name: 'take a damaged batch for one that is empty',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'if (damage) return this.meetDamage(batch.partition, damage);',
    replace: '',
    tests: rotten,
  },
  {
    name: 'a partition that stands still holds up the others',
    file: 'libs/kafka/src/consuming/damage-watch.ts',
    search: 'consumer.pause([{ topic, partitions: [partition] }])',
    replace: 'consumer.pause([{ topic }])',
    tests: damaged,
  },
  {
    name: 'never look again whether damaged records are whole',
    file: 'libs/kafka/src/consuming/damage-watch.ts',
    search: 'if (!signal.aborted) this.whileRunning(',
    replace: 'if (!signal.aborted && wait !== undefined) this.whileRunning(',
    tests: damaged,
  },
  {
    name: 'believe a batch whose checksum does not fit',
    file: 'libs/kafka-client/kafkajs/src/protocol/recordBatch/v0/decoder.js',
    search: 'if (crc32C(checked) !== crc) {',
    replace: 'if (checked.length === 0) {',
    tests: [unit('libs/kafka-client/test/unit/damaged-batches.test.ts')],
  },
  {
    name: 'take a connection that breaks during a login for a refused one',
    file: 'libs/kafka-client/kafkajs/src/broker/saslAuthenticator/scram.js',
    search: 'if (e.retriable) throw e',
    replace: '',
    tests: [unit('libs/kafka-client/test/unit/changes.test.ts')],
  },
];
