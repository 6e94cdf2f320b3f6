import { Module } from '@nestjs/common';
import { TablesModule } from '../tables/tables.module.js';
import { ReportsController } from './reports.controller.js';

/** Reports, from sums that the consumers maintain. */
@Module({ imports: [TablesModule], controllers: [ReportsController] })
export class ReportingModule {}
