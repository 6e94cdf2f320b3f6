import { Controller, Get, Header, Inject, Optional, UseGuards } from '@nestjs/common';
import type { ServiceDiagnosis } from '#contracts/directory/diagnosis.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { damageFindings } from '#kafka/records/damaged-batches.js';
import { productVersion } from '#settings/product-version.js';
import { examineDatabase, type ExaminedDatabase } from './database-diagnosis.js';
import { Findings } from './findings.js';
import { UpkeepTasks } from './upkeep-tasks.js';

export const EXAMINED_DATABASE = Symbol('examined database');

/** Findings of a service about itself and its database, for an operator's diagnosis. */
@Controller('operator/diagnosis')
@UseGuards(InternalGuard)
export class DiagnosisController {
  constructor(
    @Inject(EXAMINED_DATABASE) private readonly database: ExaminedDatabase,
    private readonly tasks: UpkeepTasks,
    @Optional() private readonly more?: Findings,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async read(): Promise<ServiceDiagnosis> {
    const [database, more] = await Promise.all([examineDatabase(this.database), this.more?.all() ?? []]);
    return {
      version: productVersion(),
      findings: [...database, this.tasks.finding(this.database.about), ...more, ...damageFindings(this.database.about)],
    };
  }
}
