import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { ObjectsByAge } from './objects-by-age.js';

/** Lists of objects by the time they were last seen. */
@Module({ imports: [StorageModule], providers: [ObjectsByAge], exports: [ObjectsByAge] })
export class AgesModule {}
