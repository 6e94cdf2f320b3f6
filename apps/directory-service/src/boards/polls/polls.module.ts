import { Module, type OnModuleInit } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import { Leaving } from '../../access/people/leaving.js';
import { PeopleModule } from '../../access/people/people.module.js';
import type { Config } from '../../configuration/config.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { AdoptedPollsController } from './adopted-polls.controller.js';
import { AdoptedPolls } from './adopted-polls.js';
import { partAnswersOf } from './answers-of-leavers.js';
import { DuePolls } from './due-polls.js';
import { OwnAnswers } from './own-answers.js';
import { PollAnswersController } from './poll-answers.controller.js';
import { PollAnswers } from './poll-answers.js';
import { PollResults } from './poll-results.js';
import { PollsController } from './polls.controller.js';
import { Polls } from './polls.js';
import { VoterMarks } from './voter-marks.js';

/** Polls of workspaces, and their answers. */
@Module({
  imports: [StorageModule, PublishingModule, PeopleModule],
  controllers: [PollsController, PollAnswersController, AdoptedPollsController],
  providers: [
    { provide: VoterMarks, useFactory: ({ keySecret }: Config) => new VoterMarks(keySecret), inject: [CONFIG] },
    OwnAnswers,
    Polls,
    PollAnswers,
    PollResults,
    AdoptedPolls,
    DuePolls,
  ],
  exports: [DuePolls],
})
export class PollsModule implements OnModuleInit {
  constructor(private readonly leaving: Leaving) {}

  onModuleInit(): void {
    this.leaving.add(partAnswersOf);
  }
}
