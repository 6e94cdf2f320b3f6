import { Controller, Get } from '@nestjs/common';
import type { DirectoryDiagnosis } from '#contracts/directory/diagnosis.js';
import { Diagnosis } from './diagnosis.js';

@Controller('operator/diagnosis')
export class DiagnosisController {
  constructor(private readonly diagnosis: Diagnosis) {}

  @Get()
  read(): Promise<DirectoryDiagnosis> {
    return this.diagnosis.examine();
  }
}
