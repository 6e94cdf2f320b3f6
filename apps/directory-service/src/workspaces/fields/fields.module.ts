import { Module } from '@nestjs/common';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { FieldDefinitions } from './field-definitions.js';
import { FieldSightingsController } from './field-sightings.controller.js';
import { FieldSightings } from './field-sightings.js';
import { FieldsController } from './fields.controller.js';

/** Definitions of fields, and the review of received ones. */
@Module({
  imports: [PublishingModule, StorageModule],
  controllers: [FieldsController, FieldSightingsController],
  providers: [FieldDefinitions, FieldSightings],
  exports: [FieldSightings],
})
export class FieldsModule {}
