import { Module } from '@nestjs/common';
import { TablesModule } from '../tables/tables.module.js';
import { ObjectsByAge } from './objects-by-age.js';

/** Objects by when they were last seen. */
@Module({ imports: [TablesModule], providers: [ObjectsByAge], exports: [ObjectsByAge] })
export class AgesModule {}
