import { Module } from '@nestjs/common';
import { DirectoryLifecycle } from './directory-lifecycle.js';

/** The gateway's copy of the directory. */
@Module({ providers: [DirectoryLifecycle] })
export class DirectoryModule {}
