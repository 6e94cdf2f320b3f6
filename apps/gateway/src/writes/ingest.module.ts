import { Module } from '@nestjs/common';
import { IngestLifecycle } from './ingest-lifecycle.js';

/** Accepts updates and edits, and answers with their outcomes. */
@Module({ providers: [IngestLifecycle] })
export class IngestModule {}
