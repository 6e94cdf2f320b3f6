import { Controller, Get, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { InternalGuard } from '#identity/internal-guard.js';
import { workspaceParameter } from '#identity/workspace-id.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { afterOf } from '../http/parameters.js';
import type { WebhookView } from '../storage/webhook-row.js';
import { Webhooks } from './webhooks.js';

/** The webhooks of all workspaces, for operators. */
@Controller('operator/webhooks')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('Webhooks cannot be read at the moment.'))
export class OperatorWebhooksController {
  constructor(private readonly webhooks: Webhooks) {}

  @Get()
  list(
    @Query('workspace') workspace?: unknown,
    @Query('after') after?: unknown,
  ): Promise<{ webhooks: WebhookView[]; next: string | null }> {
    return this.webhooks.list(workspaceParameter(workspace), afterOf(after));
  }
}
