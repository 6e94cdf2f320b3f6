import { type Mutation, stack, unit } from '../mutation.js';

const producer = [stack('libs/kafka/test/real/coalescing-producer.test.ts')];
const guard = [unit('libs/kafka/test/unit/rejection-guard.test.ts')];
const transport = [stack('libs/kafka/test/real/unit-transport.test.ts')];
const members = [stack('libs/kafka/test/real/static-members.test.ts')];

const check = [unit('libs/kafka/test/unit/log-check.test.ts')];
const damaged = [unit('libs/kafka/test/unit/damaged-batches.test.ts')];
const rotten = [stack('test/faults/bit-rot.test.ts')];
const lost = [stack('libs/kafka/test/real/lost-records.test.ts')];

export const KAFKA_FAULTS: Mutation[] = [
  {
    name: 'writes dead letters with the decoded headers alone',
    file: 'libs/kafka/src/dead-letters/dead-letter.ts',
    search: 'record.allHeaders ?? record.headers',
    replace: 'record.headers',
    tests: transport,
  },
  {
    name: 'joins a group without a name, and so waits for the session of a killed process',
    file: 'libs/kafka/src/units/unit-consumer.ts',
    search: '    groupInstanceId: client.memberName,\n',
    replace: '',
    tests: transport,
  },
  {
    name: 'takes its name back from another member that has it',
    file: 'libs/kafka-client/kafkajs/src/consumer/consumerGroup.js',
    search: 'this.groupInstanceId = undefined',
    replace: '',
    tests: members,
  },
  {
    name: 'sends no name when it joins a group',
    file: 'libs/kafka-client/kafkajs/src/broker/index.js',
    search: 'memberId: assignedMemberId,\n          groupInstanceId,',
    replace: 'memberId: assignedMemberId,',
    tests: members,
  },
  {
    name: 'continues with the same producer after a failed send',
    file: 'libs/kafka/src/producing/coalescing-producer.ts',
    search: 'this.discard(lane);\n      this.queue.fail(',
    replace: 'this.queue.fail(',
    tests: producer,
  },
  {
    name: 'acknowledges before the broker does',
    file: 'libs/kafka/src/producing/coalescing-producer.ts',
    search: 'this.noteEnds(batch, await lane.send(batch.topicMessages, batch.records));',
    replace: 'void lane.send(batch.topicMessages, batch.records).catch(() => undefined);',
    tests: producer,
  },
  {
    name: 'has two requests of one producer in flight',
    file: 'libs/kafka/src/producing/coalescing-producer.ts',
    search: 'if (batch) await this.sendBatch(lane, batch);',
    replace: 'if (batch) void this.sendBatch(lane, batch);',
    tests: producer,
  },
  {
    name: 'queues records without a bound',
    file: 'libs/kafka/src/producing/coalescing-producer.ts',
    search: 'this.queue.queuedBytes + bytes > this.options.maxQueuedBytes',
    replace: 'false',
    tests: producer,
  },
  {
    name: 'resolves a send of which only a part was written',
    file: 'libs/kafka/src/producing/send-queue.ts',
    search: 'if (send.next === send.records.length) this.settle(send)?.resolve();',
    replace: 'this.settle(send)?.resolve();',
    tests: producer,
  },
  {
    name: 'resolves a failed send',
    file: 'libs/kafka/src/producing/send-queue.ts',
    search: 'this.settle(send)?.reject(error);',
    replace: 'this.settle(send)?.resolve();',
    tests: producer,
  },
  {
    name: 'chooses other partitions than Kafka’s default partitioner',
    file: 'libs/kafka/src/records/partition.ts',
    search: 'return h ^ (h >>> 15);',
    replace: 'return h ^ (h >>> 14);',
    tests: [unit('libs/kafka/test/unit/partition.test.ts')],
  },
  {
    name: 'drops a poison record without a dead letter',
    file: 'libs/kafka/src/units/unit-runner.ts',
    search: 'await deadLetters.writeUntilDone(record, poison.message, AbortSignal.any([signal, this.stopping.signal]), logger);',
    replace: 'void deadLetters;',
    tests: transport,
  },
  {
    name: 'drops a failed unit',
    file: 'libs/kafka/src/units/unit-runner.ts',
    search: 'await pause(wait, AbortSignal.any([signal, this.stopping.signal]));',
    replace: 'return this.options.onProcessed(unit.batches);',
    tests: transport,
  },
  {
    name: 'counts a unit as processed after ownership was lost',
    file: 'libs/kafka/src/units/unit-runner.ts',
    search: 'return this.ownershipLost(error, signal);',
    replace: 'return this.options.onProcessed(unit.batches);',
    tests: transport,
  },
  {
    name: 'keeps work of the previous assignment',
    file: 'libs/kafka/src/units/unit-runner.ts',
    search: 'this.options.buffer.clear();\n    this.assignment.abort();',
    replace: 'this.assignment.abort();',
    tests: [...transport, stack('test/faults/services.test.ts')],
  },
  {
    name: 'sends no heartbeats while the database is slow',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'await payload.heartbeat();',
    replace: '',
    tests: [...transport, stack('test/faults/database.test.ts')],
  },
  {
    name: 'processes records fetched after a dropped unit',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'const signal = this.reassign();\n    // With back-off',
    replace: 'const { signal } = this.assignment;\n    // With back-off',
    tests: transport,
  },
  {
    name: 'ignores unhandled rejections while units are read',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'this.removeGuard = guardRejections(this.log, (error) => this.fatal(error));',
    replace: 'void guardRejections;',
    tests: guard,
  },
  {
    name: 'ignores unhandled rejections while a partition is read',
    file: 'libs/kafka/src/reading/partition-reader.ts',
    search: 'this.removeGuard = guardRejections(this.options.logger, (error) => this.fatal(error));',
    replace: 'void guardRejections;',
    tests: guard,
  },
  {
    name: 'accepts any record before the next offset as the one that was read',
    file: 'libs/kafka/src/consuming/log-check.ts',
    search: 'if (mark === undefined ? holesAreLegal : mark === this.candidates[this.at]!.record) this.end(this.at);',
    replace: 'if (mark !== -1) this.end(this.at);',
    tests: check,
  },
  {
    name: 'treats a log that ends before the stored offset as unchanged',
    file: 'libs/kafka/src/consuming/log-check.ts',
    search: 'if (offset > high) continue;',
    replace: 'if (offset > high) return this.end(this.at);',
    tests: check,
  },
  {
    name: 'skips the log comparison after a lost connection',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'this.client.onConnectionLost(() => this.connectionLost());',
    replace: '',
    tests: lost,
  },
  {
    name: 'trusts the client that every partition was acknowledged',
    file: 'libs/kafka/src/producing/producer-lane.ts',
    search: 'if (missing) throw',
    replace: 'if (missing && messages.length < 0) throw',
    tests: [unit('libs/kafka/test/unit/producer-lane.test.ts')],
  },
  {
    name: 'stays at damaged records although they were given up',
    file: 'libs/kafka/src/consuming/damage-watch.ts',
    search: 'if (range) return range.to + 1;',
    replace: '',
    tests: damaged,
  },
  {
    name: 'skips damaged records that nobody has given up',
    file: 'libs/kafka/src/consuming/damage-watch.ts',
    search: 'return passesOver && next !== undefined && next > offset ? next : undefined;',
    replace: 'return next;',
    tests: damaged,
  },
  {
    name: 'treats a damaged batch as empty',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'if (damage) return this.meetDamage(batch.partition, damage);',
    replace: '',
    tests: rotten,
  },
  {
    name: 'pauses all partitions when one has damaged records',
    file: 'libs/kafka/src/consuming/damage-watch.ts',
    search: 'consumer.pause([{ topic, partitions: [partition] }])',
    replace: 'consumer.pause([{ topic }])',
    tests: damaged,
  },
  {
    name: 'checks damaged records for recovery only once',
    file: 'libs/kafka/src/consuming/damage-watch.ts',
    search: 'if (!signal.aborted) this.whileRunning(',
    replace: 'if (!signal.aborted && wait !== undefined) this.whileRunning(',
    tests: damaged,
  },
  {
    name: 'accepts a batch with a wrong checksum',
    file: 'libs/kafka-client/kafkajs/src/protocol/recordBatch/v0/decoder.js',
    search: 'if (crc32C(checked) !== crc) {',
    replace: 'if (checked.length === 0) {',
    tests: [unit('libs/kafka-client/test/unit/damaged-batches.test.ts')],
  },
  {
    name: 'treats a connection lost during login as a refused login',
    file: 'libs/kafka-client/kafkajs/src/broker/saslAuthenticator/scram.js',
    search: 'if (e.retriable) throw e',
    replace: '',
    tests: [unit('libs/kafka-client/test/unit/changes.test.ts')],
  },
];
