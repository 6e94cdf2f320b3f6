import { Module } from '@nestjs/common';
import { TablesModule } from '../tables/tables.module.js';
import { ReportsController } from './reports.controller.js';

/** Reports, made of sums that the consumers keep. */
@Module({ imports: [TablesModule], controllers: [ReportsController] })
export class ReportingModule {}
