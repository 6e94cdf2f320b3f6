import { Module } from '@nestjs/common';
import { ReportDoor } from './report-door.js';

@Module({ providers: [ReportDoor] })
export class ReportsModule {}
