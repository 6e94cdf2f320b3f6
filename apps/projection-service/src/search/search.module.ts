import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { ObjectSearch } from './object-search.js';

/** Objects by distance, words and fields. */
@Module({ imports: [StorageModule], providers: [ObjectSearch], exports: [ObjectSearch] })
export class SearchModule {}
