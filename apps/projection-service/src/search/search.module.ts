import { Module } from '@nestjs/common';
import { TablesModule } from '../tables/tables.module.js';
import { ObjectSearch } from './object-search.js';

/** Objects by distance, words and fields. */
@Module({ imports: [TablesModule], providers: [ObjectSearch], exports: [ObjectSearch] })
export class SearchModule {}
