import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Header, Inject, UseGuards } from '@nestjs/common';
import type { Pool } from 'pg';
import { type Finding, fine, type ServiceDiagnosis } from '#contracts/directory/diagnosis.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { damageFindings } from '#kafka/damaged-batches.js';
import { examineDatabase, type ExaminedDatabase } from '#postgres/database-diagnosis.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { productVersion } from '#settings/product-version.js';
import { countStates } from './subscriptions/webhook-states.js';

export const EXAMINED = Symbol('examined database');
export const EXAMINED_POOL = Symbol('pool of the examined database');

/** The gateway waits for 5 s, and is to hear of the database in any case. */
const PATIENCE_MS = 2000;

/** What the service knows of itself that others can't see: its database, and how its webhooks fare. */
@Controller('operator/diagnosis')
@UseGuards(InternalGuard)
export class DiagnosisController {
  constructor(
    @Inject(EXAMINED) private readonly database: ExaminedDatabase,
    @Inject(EXAMINED_POOL) private readonly pool: Pool,
    private readonly tasks: UpkeepTasks,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async read(): Promise<ServiceDiagnosis> {
    const [findings, deliveries] = await Promise.all([examineDatabase(this.database), this.deliveries()]);
    return {
      version: productVersion(),
      findings: [...findings, this.tasks.finding(this.database.about), ...deliveries, ...damageFindings(this.database.about)],
    };
  }

  /** Never a fault of the installation: it is the receivers that fail. Nothing when the database does not answer, which is said already. */
  private async deliveries(): Promise<Finding[]> {
    try {
      const counted = await Promise.race([countStates(this.pool), sleep(PATIENCE_MS, undefined, { ref: false })]);
      if (counted === undefined) return [];
      const { active, failing, paused } = counted;
      return [
        fine(
          'webhook-service.deliveries',
          `${active} webhooks are served, ${failing} are tried again, ${paused} are paused${failing + paused > 0 ? ' (npx waymark webhooks list)' : ''}`,
        ),
      ];
    } catch {
      return [];
    }
  }
}
