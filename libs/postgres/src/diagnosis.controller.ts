import { Controller, Get, Header, Inject, UseGuards } from '@nestjs/common';
import type { ServiceDiagnosis } from '#contracts/directory/diagnosis.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { damageFindings } from '#kafka/damaged-batches.js';
import { productVersion } from '#settings/product-version.js';
import { examineDatabase, type ExaminedDatabase } from './database-diagnosis.js';
import { UpkeepTasks } from './upkeep-tasks.js';

export const EXAMINED_DATABASE = Symbol('examined database');

/** What a service with a database knows of itself that others can't see, for an operator who looks at the installation. */
@Controller('operator/diagnosis')
@UseGuards(InternalGuard)
export class DiagnosisController {
  constructor(
    @Inject(EXAMINED_DATABASE) private readonly database: ExaminedDatabase,
    private readonly tasks: UpkeepTasks,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async read(): Promise<ServiceDiagnosis> {
    return {
      version: productVersion(),
      findings: [
        ...(await examineDatabase(this.database)),
        this.tasks.finding(this.database.about),
        ...damageFindings(this.database.about),
      ],
    };
  }
}
