import { type Mutation, stack, unit } from '../mutation.js';

const simulation = unit('apps/object-service/test/unit/simulation');
const road = stack('test/end-to-end/whole-history.test.ts');
const services = stack('test/faults/services.test.ts');
const broker = stack('test/faults/broker.test.ts');
const pictures = stack('test/end-to-end/pictures.test.ts');
const write = 'apps/object-service/src/unit/write-unit.ts';
const processor = 'apps/object-service/src/unit/object-unit-processor.ts';
const stateTable = stack('apps/object-service/test/real/state-publisher.test.ts');
const assignedAgain = stack('apps/object-service/test/real/assigned-again.test.ts');
const outbox = 'libs/postgres/src/kept-outbox.ts';
const states = 'apps/object-service/src/publishing/state-publisher.ts';

const limits = stack('apps/object-service/test/real/object-limits.test.ts');

const repeatedKeys = stack('apps/object-service/test/real/repeated-keys.test.ts');

const recount = stack('apps/object-service/test/real/recount.test.ts');

const unitTables = stack('apps/object-service/test/real/write-unit.test.ts');

export const OBJECT_SERVICE_FAULTS: Mutation[] = [
  {
    name: 'skips commands whose states it has dropped, when it is assigned their partition again',
    file: states,
    search: 'this.options.held.forgetCollected(partition);',
    replace: 'void partition;',
    tests: [stateTable],
  },
  {
    name: 'skips commands whose states another process may not have published, when an assignment is tried again',
    file: processor,
    search: '      for (const partition of partitions) if (!kept.has(partition)) held.forgetCollected(partition);\n',
    replace: '      void kept;\n',
    tests: [assignedAgain],
  },
  {
    name: 'reads all unpublished commands again, although it has had them all along',
    file: processor,
    search: 'Math.max(stateWatermark, collected.get(partition) ?? 0)',
    replace: '(void collected, stateWatermark)',
    tests: [assignedAgain],
  },
  {
    name: 'takes partitions for its own that another process has published',
    file: 'libs/postgres/src/tenure.ts',
    search: 'select partition from former where publisher = $4`',
    replace: 'select partition from former where publisher = $4 or true`',
    tests: [assignedAgain],
  },
  {
    name: 'forgets where the log ended, if the end is not stored',
    file: 'libs/kafka/src/producing/published-log.ts',
    search: 'if (end !== null || known.has(partition)) this',
    replace: 'if (end !== null) this',
    tests: [stateTable],
  },
  {
    name: 'takes its own next assignment for that of another process',
    file: 'libs/postgres/src/tenure.ts',
    search: '[this.id, this.next]',
    replace: '[this.id]',
    tests: [stack('apps/object-service/test/real/kept-outbox.test.ts')],
  },
  {
    name: 'raises watermarks of partitions that were assigned to another process',
    file: 'apps/object-service/src/storage/published-places.ts',
    search: 'and o.publisher = $5',
    replace: 'and ($5::uuid is not null)',
    tests: [stateTable],
  },
  {
    name: 'deletes rows of the outbox by the length of a log to which another process writes',
    file: 'libs/kafka/src/producing/published-log.ts',
    search: '!givenAway.has(partition) && ',
    replace: '',
    tests: [stack('apps/object-service/test/real/kept-outbox.test.ts')],
  },
  {
    name: 'reads all of an old partition of outcomes before it is dropped',
    file: 'apps/object-service/src/upkeep/outcome-partitions.ts',
    search: "await client.query('set local enable_seqscan = off');",
    replace: '',
    tests: [unitTables],
  },
  {
    name: 'makes partitions of outcomes without the index by the time of settlement',
    file: 'apps/object-service/src/upkeep/outcome-partitions.ts',
    search: 'using brin (settled_at) with (pages_per_range = 64, autosummarize = on)',
    replace: '(partition)',
    tests: [unitTables],
  },
  {
    name: 'recounts objects before earlier units have ended',
    file: 'apps/object-service/src/quotas/recount.ts',
    search: 'await earlierTransactionsEnd(pool, options.between);',
    replace: 'void earlierTransactionsEnd;',
    tests: [recount],
  },
  {
    name: 'recounts objects without the notes of a range',
    file: 'apps/object-service/src/quotas/recount.ts',
    search: 'where external_id > $1 and (upto is null or external_id <= upto))',
    replace: 'where false)',
    tests: [recount],
  },
  {
    name: 'ends a recount of objects although states were taken from the topic',
    file: 'apps/object-service/src/quotas/recount.ts',
    search: "if (rowCount === 0) throw new Error('Objects were changed without being counted during their recount.');",
    replace: 'void rowCount;',
    tests: [recount],
  },
  {
    name: 'applies a repeated call again when its key was lost from the database',
    file: 'apps/object-service/src/unit/fold-unit.ts',
    search: 'repeats === undefined ? undefined : this.resultsOf(repeats, partition)',
    replace: 'undefined as string | undefined; void repeats',
    tests: [repeatedKeys],
  },
  {
    name: 'assigns a key that is claimed again to the later call',
    file: 'apps/object-service/src/commands/repeated-keys.ts',
    search: 'operationId < claim.operationId ? -later < RETENTION_MS : later >= RETENTION_MS',
    replace: 'operationId > claim.operationId && later >= RETENTION_MS',
    tests: [repeatedKeys],
  },
  {
    name: 'keeps a key for its first call forever',
    file: 'apps/object-service/src/commands/repeated-keys.ts',
    search: '-later < RETENTION_MS : later >= RETENTION_MS',
    replace: '-later < RETENTION_MS : false',
    tests: [repeatedKeys],
  },
  {
    name: 'creates objects without limits until the plans are known',
    file: 'apps/object-service/src/quotas/object-quotas.ts',
    search: 'if (!this.options.limits.complete) await this.options.known();',
    replace: '',
    tests: [unit('apps/object-service/test/unit/object-quotas.test.ts')],
  },
  {
    name: 'creates objects from a lease that was taken back',
    file: write,
    search:
      "if (leases !== (write.leases?.uses.length ?? 0)) throw new LeaseLostError('A lease of objects was taken back by another process.');",
    replace: 'void leases;',
    tests: [simulation],
  },
  {
    name: 'leases places that others have leased',
    file: 'apps/object-service/src/quotas/grant-rules.ts',
    search: 'objects: taken.objects + taken.leased,',
    replace: 'objects: taken.objects,',
    tests: [unit('apps/object-service/test/unit/grant-rules.test.ts'), simulation],
  },
  {
    name: 'releases an id without an audit entry',
    file: 'apps/gateway/src/writes/release-audit.ts',
    search: "const { status } = await this.calls.send(request, { method: 'POST', path });",
    replace: "const { status } = await this.calls.send(request, { method: 'POST', path }).catch(() => ({ status: 204 }));",
    also: [{ search: 'if (status !== 204)', replace: 'if (status < 0)' }],
    tests: [stack('test/end-to-end/id-release.test.ts')],
  },
  {
    name: 'counts erased objects towards the quota',
    file: 'apps/object-service/src/quotas/quota-sql.ts',
    search: 'count.created - count.erased',
    replace: 'count.created',
    tests: [simulation, limits],
  },
  {
    name: 'commits the offset before the transaction',
    file: write,
    search: '  await inTransaction(pool, async (client) => {',
    replace:
      '  const early = await pool.connect();\n  await advanceOffsets(early, CONSUMER, ' +
      'write.moves).finally(() => early.release());\n  await inTransaction(pool, async (client) => {',
    also: [{ search: 'takeOffsets(client, moves),', replace: 'Promise.resolve(),' }],
    tests: [simulation, services, broker],
  },
  {
    name: 'continues after another owner has moved the offsets',
    file: write,
    search: 'if (!(await advanceOffsets(client, CONSUMER, moves)))',
    replace: 'if (!(await advanceOffsets(client, CONSUMER, moves)) && moves.length === 0)',
    tests: [simulation, services, broker],
  },
  {
    name: 'applies an operation that was already settled',
    file: write,
    search:
      "if (operations !== write.folded.operations.length) throw new SettledBeforeError('An operation of the unit was settled before.');",
    replace: 'void operations;',
    tests: [simulation, road],
  },
  {
    name: 'writes no outbox rows',
    file: write,
    search: '...(outbox.length > 0 ? [insertOutbox(client, outbox)] : []),',
    replace: '',
    tests: [simulation, broker],
  },
  {
    name: 'drops an event from an outbox row',
    file: processor,
    search: 'payload: outboxPayload(each), events: each.length }',
    replace: 'payload: outboxPayload(each.slice(1)), events: each.length }',
    tests: [simulation, broker],
  },
  {
    name: 'leaves events that a previous owner did not publish',
    file: outbox,
    search: 'leftovers.push(...keys.slice(published.length));',
    replace: '',
    tests: [simulation, broker],
  },
  {
    name: 'skips an event of a large unit',
    file: processor,
    search: 'for (const change of each) outgoing.push(',
    replace: 'for (const change of each.slice(each.length > 3 ? 1 : 0)) outgoing.push(',
    tests: [simulation, road],
  },
  {
    name: 'skips the state of an object in a large unit',
    file: processor,
    search: 'of objects) {\n      const { externalId',
    replace: 'of objects.slice(objects.length > 3 ? 1 : 0)) {\n      const { externalId',
    tests: [simulation, road],
  },
  {
    name: 'keeps an older state waiting when a newer one arrives',
    file: 'apps/object-service/src/publishing/dirty-states.ts',
    search: 'else if (waiting !== null && (state === null || state.revision < waiting.revision)) return;',
    replace: 'else if (waiting !== null) return;',
    tests: [simulation, road],
  },
  {
    name: 'accepts elements on a partition that is not theirs',
    file: 'apps/object-service/src/commands/command-decoder.ts',
    search: 'partitionOf(externalId, this.partitions) !== partition',
    replace: 'partitionOf(externalId, this.partitions) < 0',
    tests: [simulation, road],
  },
  {
    name: 'dates updates as far back as a gateway’s clock is behind',
    file: 'apps/object-service/src/commands/command-decoder.ts',
    search: 'Math.max(received, now - COMMANDS_KEPT_MS)',
    replace: 'Math.max(received, now - 9999 * COMMANDS_KEPT_MS)',
    tests: [unit('apps/object-service/test/unit/command-decoder.test.ts')],
  },
  {
    name: 'reports the first element’s revision for every element of a record',
    file: 'apps/object-service/src/unit/fold-unit.ts',
    search: 'const current = written?.state ?? this.loaded.get(externalId);',
    replace: 'const current = this.loaded.get(externalId) ?? written?.state;',
    tests: [simulation, road],
  },
  {
    name: 'gives up publishing after a failure',
    file: 'libs/kafka/src/producing/persistent-send.ts',
    search: 'await sleep(wait, undefined, { signal }).catch(() => undefined);',
    replace: 'return true;',
    tests: [simulation, broker],
  },
  {
    name: 'remembers states that were not committed',
    file: processor,
    search: 'if (!done) objects.clear();',
    replace: '',
    also: [{ search: '      objects.clear();\n      await units.idle', replace: '      await units.idle' }],
    tests: [simulation, services],
  },
  {
    name: 'continues after records that were dropped',
    file: processor,
    search: 'if (firstOffset > offset) throw',
    replace: 'if (firstOffset < 0) throw',
    tests: [stack('apps/object-service/test/real/large-unit.test.ts')],
  },
  {
    name: 'treats rows of the new owner as poison',
    file: write,
    search: '    takeOffsets(client, moves),\n',
    replace: '    advanceOffsets(client, CONSUMER, moves) as never,\n',
    also: [
      {
        search: 'const [, leases, objects, operations] = await inOrder(statements(client, write));',
        replace:
          'const [owned, leases, objects, operations] = await inOrder(statements(client, write));\n' +
          "    if ((owned as unknown) === false) throw new OwnershipLostError('Another owner has moved the offsets.');",
      },
    ],
    tests: [simulation],
  },
  {
    name: 'forgets at shutdown which states may arrive late',
    file: 'apps/object-service/src/publishing/state-publisher.ts',
    search: 'for (const { partition } of this.repeats) upto.delete(partition);',
    replace: '',
    tests: [simulation, stack('apps/object-service/test/real/state-publisher.test.ts')],
  },
  {
    name: 'starts although the outcome topic has another number of partitions',
    file: 'apps/object-service/src/topics/topics.module.ts',
    search: "'object.outcomes',",
    replace: '',
    tests: [stack('test/faults/other-partitions.test.ts')],
  },
  {
    name: 'repeats the time of the update for all times of a stored state',
    file: 'apps/object-service/src/storage/stored-state.ts',
    search: 'return value === SAME_TIME ? last : (last = value as string);',
    replace: 'return value === SAME_TIME ? last : (value as string);',
    tests: [unit('apps/object-service/test/unit/stored-state.test.ts')],
  },
  {
    name: 'finds no stale objects among rows of this version',
    file: 'apps/object-service/src/storage/stored-state.ts',
    search: "`coalesce(${state}->'values'->>1, ${state}->>'updatedAt')`",
    replace: "`(${state}->>'updatedAt')`",
    tests: [stack('apps/object-service/test/real/workspace-erasure.test.ts')],
  },
  {
    name: 'finds no stale objects among rows of earlier versions',
    file: 'apps/object-service/src/storage/stored-state.ts',
    search: "`coalesce(${state}->'values'->>1, ${state}->>'updatedAt')`",
    replace: "`(${state}->'values'->>1)`",
    tests: [stack('apps/object-service/test/real/workspace-erasure.test.ts')],
  },
  {
    name: 'publishes the text of the row on object.state',
    file: 'apps/object-service/src/publishing/outgoing-records.ts',
    search: 'wholeText(state.stored)',
    replace: 'state.stored',
    tests: [stack('apps/object-service/test/real/object-service.test.ts')],
  },
  {
    name: 'keeps the pictures of an erased object',
    file: 'apps/object-service/src/unit/unit-sql.ts',
    search: '  if (erased.length === 0) return;\n',
    replace: '  if (erased.length >= 0) return;\n',
    tests: [pictures],
  },
  {
    name: 'sweeps pictures of objects under a legal hold',
    file: 'apps/object-service/src/pictures/unnamed-pictures.ts',
    search: " and o.state->'hold' is null",
    replace: '',
    tests: [pictures],
  },
  {
    name: 'sweeps pictures before the legal holds are known',
    file: 'apps/object-service/src/pictures/unnamed-pictures.ts',
    search: 'isHeld(workspace) === false',
    replace: 'isHeld(workspace) !== true',
    tests: [pictures],
  },
  {
    name: 'lets two uploads use the same remaining space',
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
    name: 'accepts trailing bytes after a picture',
    file: 'apps/object-service/src/pictures/jpeg.ts',
    search: 'if (at !== bytes.length) throw trailingBytes(bytes.length - at);',
    replace: '',
    tests: [unit('apps/object-service/test/unit/picture-kind.test.ts')],
  },
  {
    name: 'makes outcome partitions while others write rows for their time range',
    file: 'apps/object-service/src/upkeep/outcome-partitions.ts',
    search: "await client.query('lock table operation_outcome_rest in access exclusive mode');",
    replace: '',
    tests: [stack('apps/object-service/test/real/write-unit.test.ts')],
  },
  // Where the broker loses what it had acknowledged.
  {
    name: 'sends on a new connection without checking the log',
    file: 'libs/kafka/src/producing/published-log.ts',
    search: 'if (connection === this.compared) return { connection, shorter };',
    replace: 'if (connection >= 0) return { connection, shorter };',
    tests: [simulation],
  },
  {
    name: 'deletes outbox rows as soon as they are published',
    file: outbox,
    search: 'const until = (rows.at(-1)?.at ?? 0) - this.options.retentionMs;',
    replace: 'const until = Infinity;',
    tests: [simulation],
  },
  {
    name: 'forgets that lost events still have to be published',
    file: outbox,
    search: 'await table.noteLost(partition);',
    replace: '',
    tests: [simulation, stack('apps/object-service/test/real/kept-outbox.test.ts')],
  },
  {
    name: 'trusts stored log offsets while lost events are published again',
    file: outbox,
    search: 'rows.push(...lost.map((row) => ({ ...row, end: undefined })));',
    replace: 'rows.push(...lost);',
    tests: [stack('apps/object-service/test/real/kept-outbox.test.ts')],
  },
  {
    name: 'publishes events of partitions that belong to another process',
    file: outbox,
    search: 'topic !== this.options.log.topic || !this.foreign.has(partition)',
    replace: 'topic !== undefined || partition < 0',
    tests: [stack('apps/object-service/test/real/kept-outbox.test.ts')],
  },
  {
    name: 'skips lost states instead of publishing them again',
    file: states,
    search: 'for (const externalId of again) this.changedUnheld(partition, externalId);',
    replace: 'await recentlyChanged(partition);',
    tests: [stateTable],
  },
  {
    name: 'raises the watermark past states that were lost',
    file: states,
    search: 'if (this.lostTails !== lostTails) return false;',
    replace: 'void lostTails;',
    tests: [stateTable],
  },
  {
    name: 'continues after missing commands with the revisions of the backup',
    file: 'apps/object-service/src/unit/newer-states.ts',
    search: 'where o.revision < excluded.revision',
    replace: 'where o.revision > excluded.revision',
    tests: [stack('apps/object-service/test/real/restored-stores.test.ts')],
  },
  {
    name: 'brings back objects that were erased after the backup',
    file: 'apps/object-service/src/unit/newer-states.ts',
    search: 'if (key === null || workspace === undefined || !Number.isSafeInteger(revision)) return undefined;',
    replace: 'if (key === null || revision > 0 || workspace === undefined) return undefined;',
    tests: [stack('apps/object-service/test/real/restored-stores.test.ts')],
  },
  {
    name: 'brings back workspaces that were deleted after the backup',
    file: 'stack/restored/delete-again.ts',
    search: "status <> 'deleted'",
    replace: "status = 'deleted'",
    tests: [stack('stack/test/real/backup.test.ts')],
  },
  {
    name: 'lists a deleted workspace only when its objects are erased',
    file: 'apps/object-service/src/erasing/workspace-erasure.ts',
    search: 'record.noteWorkspaces(workspaces);',
    replace: 'void record;',
    tests: [stack('apps/object-service/test/real/workspace-erasure.test.ts')],
  },
  {
    name: 'skips missing commands without notifying the service',
    file: 'libs/kafka/src/units/unit-transport.ts',
    search: 'await this.processor.missed?.(partitions);',
    replace: '',
    tests: [stack('apps/object-service/test/real/restored-stores.test.ts')],
  },
  {
    name: 'answers nothing and maintains no tables while the broker is unreachable',
    file: 'apps/object-service/src/app.module.ts',
    search: 'BrokerModule.forPublishingConsumers(TOPICS)',
    replace: 'BrokerModule.of(TOPICS)',
    tests: [stack('apps/object-service/test/real/start-without-broker.test.ts')],
  },
  {
    name: 'publishes only recent states again although the broker has lost more',
    file: 'apps/object-service/src/publishing/publishing.module.ts',
    search: 'if (counts.missing > counts.publishedAgain)',
    replace: 'if (counts.missing < 0)',
    tests: [stack('apps/object-service/test/real/restored-stores.test.ts')],
  },
];
