import { Controller, Delete, Get, Header, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BegunChanges } from '../access/begun-changes.js';
import { LetterOffice, type NoteFirst } from './letter-office.js';
import { readLetterParameter, readListQuery, readReplayQuery } from './letter-query.js';

type RawQuery = Record<string, unknown>;

/** The operator's dead letters: records that could not be processed. */
@Controller('operator/dead-letters')
export class DeadLettersController {
  constructor(
    private readonly office: LetterOffice,
    private readonly begun: BegunChanges,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  list(@Query() query: RawQuery): ReturnType<LetterOffice['list']> {
    return this.office.list(readListQuery(query));
  }

  @Get(':letter')
  @Header('cache-control', 'no-store')
  show(@Param('letter') letter: string): ReturnType<LetterOffice['show']> {
    return this.office.show(readLetterParameter(letter));
  }

  @Post('replay')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  replayAll(@Query() query: RawQuery, @Req() request: FastifyRequest): ReturnType<LetterOffice['replayAll']> {
    const { source, upTo } = readReplayQuery(query);
    return this.office.replayAll(source, upTo, this.noteOf(request, 'replayDeadLetters'));
  }

  @Post(':letter/replay')
  @HttpCode(204)
  replay(@Param('letter') letter: string, @Req() request: FastifyRequest): Promise<void> {
    return this.office.settle('replay', readLetterParameter(letter), this.noteOf(request, 'replayDeadLetter'));
  }

  @Delete(':letter')
  @HttpCode(204)
  drop(@Param('letter') letter: string, @Req() request: FastifyRequest): Promise<void> {
    return this.office.settle('drop', readLetterParameter(letter), this.noteOf(request, 'dropDeadLetter'));
  }

  private noteOf(request: Pick<FastifyRequest, 'caller' | 'id' | 'ip'>, operation: string): NoteFirst {
    return (letters) => this.begun.note(request, operation, letters.join(', '));
  }
}
