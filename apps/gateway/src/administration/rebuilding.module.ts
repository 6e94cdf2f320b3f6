import { Module } from '@nestjs/common';
import { BegunChanges } from '../access/begun-changes.js';
import { RebuildRoutes } from './rebuild-routes.js';

/** Lets operators have the projection rebuilt, and look how far that is. */
@Module({ providers: [BegunChanges, RebuildRoutes] })
export class RebuildingModule {}
