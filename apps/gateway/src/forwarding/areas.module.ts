import { Module } from '@nestjs/common';
import { AreaDoors } from './area-doors.js';

/** Areas and the visits to them, forwarded to the area service. */
@Module({ providers: [AreaDoors] })
export class AreasModule {}
