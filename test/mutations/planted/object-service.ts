import { type Mutation, stack, unit } from '../mutation.js';

const simulation = unit('apps/object-service/test/unit/simulation');
const road = stack('test/end-to-end/whole-history.test.ts');
const services = stack('test/faults/services.test.ts');
const broker = stack('test/faults/broker.test.ts');
const pictures = stack('test/end-to-end/pictures.test.ts');
const write = 'apps/object-service/src/unit/write-unit.ts';
const processor = 'apps/object-service/src/unit/object-unit-processor.ts';
const stateTable = stack('apps/object-service/test/real/state-publisher.test.ts');
const outbox = 'libs/postgres/src/kept-outbox.ts';
const states = 'apps/object-service/src/publishing/state-publisher.ts';

const limits = stack('apps/object-service/test/real/object-limits.test.ts');

const repeatedKeys = stack('apps/object-service/test/real/repeated-keys.test.ts');

export const OBJECT_SERVICE_FAULTS: Mutation[] = [
  {
    name: 'apply again what was sent again with a key that the database had forgotten',
    file: 'apps/object-service/src/unit/fold-unit.ts',
    search: 'repeats === undefined ? undefined : this.resultsOf(repeats, partition)',
    replace: 'undefined as string | undefined; void repeats',
    tests: [repeatedKeys],
  },
  {
    name: 'a key that is claimed again stays with the later call',
    file: 'apps/object-service/src/commands/repeated-keys.ts',
    search: 'operationId < claim.operationId ? -later < KEPT_MS : later >= KEPT_MS',
    replace: 'operationId > claim.operationId && later >= KEPT_MS',
    tests: [repeatedKeys],
  },
  {
    name: 'a key stands for its first call for ever',
    file: 'apps/object-service/src/commands/repeated-keys.ts',
    search: '-later < KEPT_MS : later >= KEPT_MS',
    replace: '-later < KEPT_MS : false',
    tests: [repeatedKeys],
  },
  {
    name: 'create without limits until the plans are known',
    file: 'apps/object-service/src/quotas/object-quotas.ts',
    search: 'if (!this.options.limits.complete) await this.options.known();',
    replace: '',
    tests: [unit('apps/object-service/test/unit/object-quotas.test.ts')],
  },
  {
    name: 'create from a lease that was taken back',
    file: write,
    search:
      "if (leases !== (write.leases?.uses.length ?? 0)) throw new LeaseLostError('A lease of objects was taken back by another process.');",
    replace: 'void leases;',
    tests: [simulation],
  },
  {
    name: 'lease what others have leased',
    file: 'apps/object-service/src/quotas/grant-rules.ts',
    search: 'objects: taken.objects + taken.leased,',
    replace: 'objects: taken.objects,',
    tests: [unit('apps/object-service/test/unit/grant-rules.test.ts'), simulation],
  },
  {
    name: 'release an id without its line in the audit',
    file: 'apps/gateway/src/writes/release-audit.ts',
    search: "const { status } = await this.calls.send(request, { method: 'POST', path });",
    replace: "const { status } = await this.calls.send(request, { method: 'POST', path }).catch(() => ({ status: 204 }));",
    also: [{ search: 'if (status !== 204)', replace: 'if (status < 0)' }],
    tests: [stack('test/end-to-end/id-release.test.ts')],
  },
  {
    name: 'forget that an object was erased when counting',
    file: 'apps/object-service/src/quotas/quota-sql.ts',
    search: 'count.created - count.erased',
    replace: 'count.created',
    tests: [simulation, limits],
  },
  {
    name: 'commit the offset before the transaction',
    file: write,
    search: '  await inTransaction(pool, async (client) => {',
    replace:
      '  const early = await pool.connect();\n  await advanceOffsets(early, CONSUMER, ' +
      'write.moves).finally(() => early.release());\n  await inTransaction(pool, async (client) => {',
    also: [{ search: 'advanceOffsets(client, CONSUMER, moves),', replace: 'Promise.resolve(moves.length > 0),' }],
    tests: [simulation, services, broker],
  },
  {
    name: 'go on when another owner has moved the offsets',
    file: write,
    search: "if (owned === false) throw new OwnershipLostError('Another owner has moved the offsets of these partitions.');",
    replace: 'void owned;',
    tests: [simulation, services, broker],
  },
  {
    name: 'apply an operation that was settled before',
    file: write,
    search:
      "if (operations !== write.folded.operations.length) throw new SettledBeforeError('An operation of the unit was settled before.');",
    replace: 'void operations;',
    tests: [simulation, road],
  },
  {
    name: 'no outbox',
    file: write,
    search: '...(outbox.length > 0 ? [insertOutbox(client, outbox)] : []),',
    replace: '',
    tests: [simulation, broker],
  },
  {
    name: 'drop an outbox record',
    file: processor,
    search: 'payload: outboxPayload(each), events: each.length }',
    replace: 'payload: outboxPayload(each.slice(1)), events: each.length }',
    tests: [simulation, broker],
  },
  {
    name: 'leave what a former owner did not publish',
    file: outbox,
    search: 'leftovers.push(...keys.slice(published.length));',
    replace: '',
    tests: [simulation, broker],
  },
  {
    name: 'do not publish an event',
    file: processor,
    search: 'for (const change of each) outgoing.push(',
    replace: 'for (const change of each.slice(each.length > 3 ? 1 : 0)) outgoing.push(',
    tests: [simulation, road],
  },
  {
    name: 'do not publish the state of an object now and then',
    file: processor,
    search: 'of objects) {\n      const { externalId',
    replace: 'of objects.slice(objects.length > 3 ? 1 : 0)) {\n      const { externalId',
    tests: [simulation, road],
  },
  {
    name: 'publish an older state over a newer one',
    file: 'apps/object-service/src/publishing/dirty-states.ts',
    search: 'else if (waiting !== null && (state === null || state.revision < waiting.revision)) return;',
    replace: 'else if (waiting !== null) return;',
    tests: [simulation, road],
  },
  {
    name: 'take elements on a partition that is not theirs',
    file: 'apps/object-service/src/commands/command-decoder.ts',
    search: 'partitionOf(externalId, this.partitions) !== partition',
    replace: 'partitionOf(externalId, this.partitions) < 0',
    tests: [simulation, road],
  },
  {
    name: 'reports the first element’s revision for every element of a record',
    file: 'apps/object-service/src/unit/fold-unit.ts',
    search: 'const current = written?.state ?? this.loaded.get(externalId);',
    replace: 'const current = this.loaded.get(externalId) ?? written?.state;',
    tests: [simulation, road],
  },
  {
    name: 'give up publishing after a failure',
    file: 'libs/kafka/src/producing/persistent-send.ts',
    search: 'await sleep(wait, undefined, { signal }).catch(() => undefined);',
    replace: 'return true;',
    tests: [simulation, broker],
  },
  {
    name: 'remember states that were not committed',
    file: processor,
    search: 'if (!done) objects.clear();',
    replace: '',
    also: [{ search: '      objects.clear();\n      await units.idle', replace: '      await units.idle' }],
    tests: [simulation, services],
  },
  {
    name: 'go on behind records that were dropped',
    file: processor,
    search: 'if (firstOffset > offset) throw',
    replace: 'if (firstOffset < 0) throw',
    tests: [stack('apps/object-service/test/real/large-unit.test.ts')],
  },
  {
    name: 'take the rows of the new owner for poison',
    file: write,
    search: "    if (owned === false) throw new OwnershipLostError('Another owner has moved the offsets of these partitions.');\n",
    replace: '',
    also: [
      {
        search: '    rest.forEach(valueOf);\n',
        replace:
          "    rest.forEach(valueOf);\n    if (owned === false) throw new OwnershipLostError('Another owner has " +
          "moved the offsets of these partitions.');\n",
      },
    ],
    tests: [simulation],
  },
  {
    name: 'forget at the end which states may arrive late',
    file: 'apps/object-service/src/publishing/state-publisher.ts',
    search: 'for (const { partition } of this.repeats) upto.delete(partition);',
    replace: '',
    tests: [simulation, stack('apps/object-service/test/real/state-publisher.test.ts')],
  },
  {
    name: 'the object service starts on a topic of outcomes with another number of partitions',
    file: 'apps/object-service/src/topics/topics.module.ts',
    search: "'object.outcomes',",
    replace: '',
    tests: [stack('test/faults/other-partitions.test.ts')],
  },
  {
    name: 'keep the pictures of an object that is erased',
    file: 'apps/object-service/src/unit/unit-sql.ts',
    search: '  if (erased.length === 0) return;\n',
    replace: '  if (erased.length >= 0) return;\n',
    tests: [pictures],
  },
  {
    name: 'sweep what a legal hold is on',
    file: 'apps/object-service/src/pictures/unnamed-pictures.ts',
    search: " and o.state->'hold' is null",
    replace: '',
    tests: [pictures],
  },
  {
    name: 'sweep while the holds are not known',
    file: 'apps/object-service/src/pictures/unnamed-pictures.ts',
    search: 'isHeld(workspace) === false',
    replace: 'isHeld(workspace) !== true',
    tests: [pictures],
  },
  {
    name: 'let two uploads take the same room',
    file: 'apps/object-service/src/pictures/kept-pictures.ts',
    search: "      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`picture ${owner.workspace}`]);\n",
    replace: '',
    tests: [pictures],
  },
  {
    name: 'serves a picture to any caller that knows its hash',
    file: 'apps/gateway/src/writes/edits.controller.ts',
    search: "if (typeof picture !== 'string' || ",
    replace: "if (typeof picture !== 'string' || picture !== '' || ",
    tests: [pictures],
  },
  {
    name: 'take a page behind a picture',
    file: 'apps/object-service/src/pictures/jpeg.ts',
    search: 'if (at !== bytes.length) throw goesOn(bytes.length - at);',
    replace: '',
    tests: [unit('apps/object-service/test/unit/picture-kind.test.ts')],
  },
  {
    name: 'make partitions of outcomes while others write into their time',
    file: 'apps/object-service/src/upkeep/outcome-partitions.ts',
    search: "await client.query('lock table operation_outcome_rest in access exclusive mode');",
    replace: '',
    tests: [stack('apps/object-service/test/real/write-unit.test.ts')],
  },
  // Where the broker loses what it had acknowledged.
  {
    name: 'send on a new connection without a look at the log',
    file: 'libs/kafka/src/producing/published-log.ts',
    search: 'if (connection === this.compared) return { connection, shorter };',
    replace: 'if (connection >= 0) return { connection, shorter };',
    tests: [simulation],
  },
  {
    name: 'delete outbox rows as soon as they are published',
    file: outbox,
    search: 'const until = (rows.at(-1)?.at ?? 0) - this.options.keptMs;',
    replace: 'const until = Infinity;',
    tests: [simulation],
  },
  {
    name: 'forget that lost events are still to be published',
    file: outbox,
    search: 'await table.noteLost(partition);',
    replace: '',
    tests: [simulation, stack('apps/object-service/test/real/kept-outbox.test.ts')],
  },
  {
    name: 'trust places in the log while lost events are published again',
    file: outbox,
    search: 'rows.push(...lost.map((row) => ({ ...row, end: undefined })));',
    replace: 'rows.push(...lost);',
    tests: [stack('apps/object-service/test/real/kept-outbox.test.ts')],
  },
  {
    name: 'publish events of partitions that were given to another process',
    file: outbox,
    search: 'topic !== this.options.log.topic || !this.foreign.has(partition)',
    replace: 'topic !== undefined || partition < 0',
    tests: [stack('apps/object-service/test/real/kept-outbox.test.ts')],
  },
  {
    name: 'publish no lost states again',
    file: states,
    search: 'for (const externalId of await recentlyChanged(partition)) this.changedUnheld(partition, externalId);',
    replace: 'await recentlyChanged(partition);',
    tests: [stateTable],
  },
  {
    name: 'raise the watermark over states that were lost',
    file: states,
    search: 'if (this.lostTails !== lostTails) return false;',
    replace: 'void lostTails;',
    tests: [stateTable],
  },
  {
    name: 'go on behind missing commands with the revisions of the backup',
    file: 'apps/object-service/src/unit/newer-states.ts',
    search: 'where o.revision < excluded.revision',
    replace: 'where o.revision > excluded.revision',
    tests: [stack('apps/object-service/test/real/restored-stores.test.ts')],
  },
  {
    name: 'bring back what was erased after the backup',
    file: 'apps/object-service/src/unit/newer-states.ts',
    search: 'if (key === null || workspace === undefined || !Number.isSafeInteger(revision)) return undefined;',
    replace: 'if (key === null || revision > 0 || workspace === undefined) return undefined;',
    tests: [stack('apps/object-service/test/real/restored-stores.test.ts')],
  },
  {
    name: 'commands that are missing in the log are passed over without a word to the service',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'await this.processor.missed?.(partitions);',
    replace: '',
    tests: [stack('apps/object-service/test/real/restored-stores.test.ts')],
  },
  {
    name: 'the object service keeps nothing up while the broker is away',
    file: 'apps/object-service/src/app.module.ts',
    search: 'BrokerModule.forPublishingConsumers(TOPICS)',
    replace: 'BrokerModule.of(TOPICS)',
    tests: [stack('apps/object-service/test/real/start-without-broker.test.ts')],
  },
  {
    name: 'publish again the states of recent objects only, when the broker has lost more',
    file: 'apps/object-service/src/publishing/publishing.module.ts',
    search: 'if (counts.missing > counts.publishedAgain)',
    replace: 'if (counts.missing < 0)',
    tests: [stack('apps/object-service/test/real/restored-stores.test.ts')],
  },
];
