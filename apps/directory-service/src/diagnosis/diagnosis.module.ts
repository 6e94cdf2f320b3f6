import { Module } from '@nestjs/common';
import { KeysModule } from '../access/keys/keys.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { DiagnosisController } from './diagnosis.controller.js';
import { Diagnosis } from './diagnosis.js';

/** Findings about the directory, for an operator. */
@Module({ imports: [StorageModule, KeysModule], controllers: [DiagnosisController], providers: [Diagnosis] })
export class DiagnosisModule {}
