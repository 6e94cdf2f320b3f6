import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { type Actor, By } from '../../auditing/actor.js';
import { IdReleases } from './id-releases.js';

@Controller('operator/workspaces/:workspace/ids/:externalId/releases')
export class IdReleasesController {
  constructor(private readonly releases: IdReleases) {}

  /** Writes an operator's release of an id into the audit; the release itself is a command on the log. */
  @Post()
  @HttpCode(204)
  note(@Param('workspace') workspace: string, @Param('externalId') externalId: string, @By() actor: Actor): Promise<void> {
    return this.releases.note(actor, workspace, externalId);
  }
}
