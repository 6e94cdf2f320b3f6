import { Module } from '@nestjs/common';
import { ReadsController } from './reads.controller.js';

@Module({ controllers: [ReadsController] })
export class ReadsModule {}
