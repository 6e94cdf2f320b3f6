import { rmSync } from 'node:fs';
import pg from 'pg';
import { createKafka, type KafkaConnection } from '#kafka/connection/connection.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import type { Logger } from '#telemetry/logger.js';
import type { AfterRestoreContext, RestoredInstallation } from './after-restore-context.js';
import { deleteAgain, keptByHold } from './delete-again.js';
import { commandsApplied, eraseAgain, erasedAgain } from './erase-again.js';
import { publishKeptRecords } from './publish-kept-records.js';
import { keptRecordsFolder, readRestoredRecord, type RestoredRecord, writeRestoredRecord } from './restored-record.js';

interface AfterRestoreStep {
  name: string;
  run(context: AfterRestoreContext): Promise<void>;
}

/**
 * The steps in order, each of which runs once. A failing one ends the start, and is tried again at the next one. The tables are still those
 * of the version that made the backup, since migrations run later, with the services.
 */
const STEPS: readonly AfterRestoreStep[] = [
  { name: 'records', run: publishKeptRecords },
  { name: 'deletions', run: deleteAgain },
];

const MAX_QUEUED_BYTES = 64 * 1024 * 1024;

/** The first start of a restored installation: work that is done once, before its services run and anybody can call it. */
export class AfterRestore {
  private constructor(
    private readonly installation: RestoredInstallation,
    private readonly restored: RestoredRecord,
    private readonly logger: Logger,
  ) {}

  /** Undefined if it was not restored, or everything is done. @throws Error if the settings do not fit the restored data */
  static of(installation: RestoredInstallation, logger: Logger): AfterRestore | undefined {
    const { folder, services } = installation;
    const restored = readRestoredRecord(folder);
    if (restored === undefined || restored.finishedAt !== undefined) return undefined;
    const partitions = [
      ['WAYMARK_OBJECT_PARTITIONS', restored.objectPartitions, services.objectPartitions],
      ['WAYMARK_REPLY_PARTITIONS', restored.replyPartitions, services.replyPartitions],
    ] as const;
    const wrong = partitions.filter(([, had, has]) => had !== has);
    if (wrong.length > 0)
      throw new Error(
        'The restored installation has other partitions than the settings say. Start it by: ' +
          `${wrong.map(([name, had]) => `${name}=${had}`).join(' ')} npm start`,
      );
    return new AfterRestore(installation, restored, logger);
  }

  /**
   * Call it when the database and the broker are running, before any service.
   * @throws Error with the obstacle; the next start continues where this one ended
   */
  async beforeServices(): Promise<void> {
    await this.working(async (context) => {
      await checkDatabase(context.client, this.restored, this.installation.folder.restored);
      for (const { name, run } of STEPS) {
        if (this.restored.stepsDone.includes(name)) continue;
        await run(context);
        this.restored.stepsDone.push(name);
        this.note();
      }
    });
  }

  /**
   * Call it when all services except the gateway are running.
   * @returns a note for the operator
   * @throws Error as `erasedAgain`
   */
  async beforeGateway(): Promise<string | undefined> {
    const { installation, restored } = this;
    const { services, folder } = installation;
    const { held, workspaces } = await this.working(async (context, kafka) => {
      await commandsApplied(context.client, kafka, services);
      return {
        held: await erasedAgain(context.client, services.schemas, await eraseAgain(context)),
        workspaces: await keptByHold(context.client, services, folder.erasuresFile),
      };
    });
    restored.finishedAt = new Date().toISOString();
    this.note();
    rmSync(keptRecordsFolder(installation.folder), { recursive: true, force: true });
    const notes = [
      ...(held > 0
        ? [`${held} objects that were erased after the backup are there again under a legal hold. Release and erase them.`]
        : []),
      ...workspaces.map(
        (id) => `The workspace ${id} was deleted after the backup and is kept by a legal hold. Release the hold; it is then removed.`,
      ),
    ];
    return notes.length > 0 ? notes.join(' ') : undefined;
  }

  /** Does work with separate connections to the broker and the database. */
  private async working<T>(work: (context: AfterRestoreContext, kafka: KafkaConnection) => Promise<T>): Promise<T> {
    const { installation, restored, logger } = this;
    const kafka = createKafka({ brokers: [...installation.services.brokers], clientId: 'after-restore', logger });
    const producer = new CoalescingProducer({ kafka, maxQueuedBytes: MAX_QUEUED_BYTES, logger });
    try {
      await producer.connect();
      return await this.withDatabase((client) =>
        work({ client, installation, restored, send: (records) => producer.send(records), note: () => this.note(), logger }, kafka),
      );
    } finally {
      await producer.close();
    }
  }

  private note(): void {
    writeRestoredRecord(this.installation.folder, this.restored);
  }

  private async withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      connectionString: this.installation.services.databaseUrl,
      application_name: 'waymark after a restore',
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function checkDatabase(client: pg.Client, { systemIdentifier }: RestoredRecord, restoredFolder: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  if (rows[0]!.id !== systemIdentifier)
    throw new Error(
      'The database is not the one that was restored: a restore was interrupted. Restore again with ' +
        `--replace, or remove ${restoredFolder} to go on with the database that is there.`,
    );
}
