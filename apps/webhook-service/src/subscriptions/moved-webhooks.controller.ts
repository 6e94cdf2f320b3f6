import { Body, Controller, Get, HttpCode, Param, Put, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { AdoptedWebhookDto, type KeptWebhook } from '#contracts/webhooks/adopted-webhook.dto.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { checkedBody } from '../http/checked-body.js';
import { afterOf, webhookIdOf } from '../http/parameters.js';
import { MovedWebhooks } from './moved-webhooks.js';

const adoptedWebhook = compileDto(AdoptedWebhookDto);

/** Webhooks with their secrets, for moves of workspaces; gateways check who calls, and the state of the move. */
@Controller('operator/workspaces/:workspaceId')
@UseGuards(InternalGuard)
@UseInterceptors(new DatabaseProblems('Webhooks cannot be read or changed at the moment; send the call again.'))
export class MovedWebhooksController {
  constructor(private readonly webhooks: MovedWebhooks) {}

  @Get('kept-webhooks')
  list(
    @Param('workspaceId') workspace: string,
    @Query('after') after?: unknown,
  ): Promise<{ webhooks: KeptWebhook[]; next: string | null }> {
    return this.webhooks.kept(workspace, afterOf(after));
  }

  @Put('adoptions/webhooks/:webhookId')
  @HttpCode(204)
  adopt(@Param('workspaceId') workspace: string, @Param('webhookId') id: string, @Body() body: unknown): Promise<void> {
    return this.webhooks.adopt(workspace, webhookIdOf(id), checkedBody<AdoptedWebhookDto>(adoptedWebhook, body));
  }
}
