import { Controller, Delete, HttpCode, UseGuards, UseInterceptors } from '@nestjs/common';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { FeedEpochs } from './feed-epochs.js';

/** All cursors of the feed, for operators. The gateway has authorised the call and written it to the audit. */
@Controller('operator/cursors')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('The cursors cannot be expired at the moment. Try again.'))
export class CursorsController {
  constructor(private readonly epochs: FeedEpochs) {}

  /** Expires all cursors: their readers get 410 `cursor-expired`, and read all objects again. */
  @Delete()
  @HttpCode(204)
  expire(): Promise<void> {
    return this.epochs.expireCursors('operator');
  }
}
