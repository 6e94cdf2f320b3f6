import { Module } from '@nestjs/common';
import { ownObjectService } from '../services/own-clients.js';
import { ForwardingModule } from './forwarding.module.js';
import { MovedCalls } from './moved-calls.js';

/** Calls of workspaces that have moved to another installation. */
@Module({ imports: [ForwardingModule], providers: [ownObjectService(), MovedCalls], exports: [MovedCalls] })
export class MovingModule {}
