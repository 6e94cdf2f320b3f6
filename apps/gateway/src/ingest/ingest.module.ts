import { Module } from '@nestjs/common';
import { IngestLifecycle } from './ingest-lifecycle.js';

/** Takes updates and edits in, and answers what became of them. */
@Module({ providers: [IngestLifecycle] })
export class IngestModule {}
