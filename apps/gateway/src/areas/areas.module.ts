import { Module } from '@nestjs/common';
import { AreaDoors } from './area-doors.js';

/** Areas and who was in them, handed on to the area service. */
@Module({ providers: [AreaDoors] })
export class AreasModule {}
