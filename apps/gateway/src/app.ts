import { IngestModule } from './ingest/ingest.module.js';
import { ReadsModule } from './reads/reads.module.js';

/** What the gateway does, room by room: takes updates and edits in, passes reads on. */
export const ROOMS = [IngestModule, ReadsModule];
