import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { type Actor, By } from '../../auditing/actor.js';
import { IdReleases } from './id-releases.js';

@Controller('operator/workspaces/:workspace/ids/:externalId/releases')
export class IdReleasesController {
  constructor(private readonly releases: IdReleases) {}

  /** A gateway says that an operator asks for the release of an id; the release itself goes by the log of commands. */
  @Post()
  @HttpCode(204)
  note(@Param('workspace') workspace: string, @Param('externalId') externalId: string, @By() actor: Actor): Promise<void> {
    return this.releases.note(actor, workspace, externalId);
  }
}
