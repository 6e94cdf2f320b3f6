import { Module } from '@nestjs/common';
import { DirectoryLifecycle } from './directory-lifecycle.js';

/** What the directory says, kept here. */
@Module({ providers: [DirectoryLifecycle] })
export class DirectoryModule {}
