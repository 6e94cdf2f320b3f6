import { Module } from '@nestjs/common';
import { BegunChanges } from '../access/begun-changes.js';
import { LetterRoutes } from './letter-routes.js';

/** Lists, shows, replays and drops records that could not be processed, for operators. */
@Module({ providers: [BegunChanges, LetterRoutes] })
export class DeadLettersModule {}
