import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards, UseInterceptors } from '@nestjs/common';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { NewWebhookSettingsDto, WebhookReplayDto, WebhookSettingsDto } from '#contracts/webhooks/webhook.dto.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { Caller } from '../http/answering-for.js';
import { checkedBody } from '../http/checked-body.js';
import { afterOf, beforeOf, webhookIdOf } from '../http/parameters.js';
import type { AnsweredFor, WebhookView } from '../storage/webhook-row.js';
import { DeliveryLog, type DeliveryView } from './delivery-log.js';
import { TestDelivery } from './test-delivery.js';
import { Webhooks } from './webhooks.js';

const newWebhook = compileDto(NewWebhookSettingsDto);
const webhook = compileDto(WebhookSettingsDto);
const replay = compileDto(WebhookReplayDto);

/** Administration of a workspace's webhooks. */
@Controller('groups/:groupID/webhooks')
@UseGuards(InternalGuard)
@UseInterceptors(
  new DatabaseProblems('Webhooks cannot be read or changed at the moment. Check whether a change had an effect before you send it again.'),
)
export class WebhooksController {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: DeliveryLog,
    private readonly tests: TestDelivery,
  ) {}

  @Get()
  list(@Param('groupID') workspace: string, @Query('after') after?: unknown): Promise<{ webhooks: WebhookView[]; next: string | null }> {
    return this.webhooks.list(workspace, afterOf(after));
  }

  @Post()
  create(
    @Param('groupID') workspace: string,
    @Body() body: unknown,
    @Caller() caller: AnsweredFor,
  ): Promise<WebhookView & { secret: string }> {
    return this.webhooks.create(caller, workspace, checkedBody<NewWebhookSettingsDto>(newWebhook, body));
  }

  @Get(':webhookId')
  find(@Param('groupID') workspace: string, @Param('webhookId') id: string): Promise<WebhookView> {
    return this.webhooks.find(workspace, webhookIdOf(id));
  }

  @Put(':webhookId')
  change(
    @Param('groupID') workspace: string,
    @Param('webhookId') id: string,
    @Body() body: unknown,
    @Caller() caller: AnsweredFor,
  ): Promise<WebhookView> {
    return this.webhooks.change(caller, workspace, webhookIdOf(id), checkedBody<WebhookSettingsDto>(webhook, body));
  }

  @Delete(':webhookId')
  @HttpCode(204)
  remove(@Param('groupID') workspace: string, @Param('webhookId') id: string): Promise<void> {
    return this.webhooks.remove(workspace, webhookIdOf(id));
  }

  @Post(':webhookId/test')
  @HttpCode(200)
  async test(@Param('groupID') workspace: string, @Param('webhookId') id: string): Promise<Omit<DeliveryView, 'id'>> {
    return this.tests.send(await this.webhooks.row(workspace, webhookIdOf(id)));
  }

  @Post(':webhookId/rotate-secret')
  @HttpCode(200)
  rotateSecret(@Param('groupID') workspace: string, @Param('webhookId') id: string): Promise<WebhookView & { secret: string }> {
    return this.webhooks.rotateSecret(workspace, webhookIdOf(id));
  }

  @Get(':webhookId/deliveries')
  async listDeliveries(
    @Param('groupID') workspace: string,
    @Param('webhookId') id: string,
    @Query('before') before?: unknown,
  ): Promise<{ deliveries: DeliveryView[]; next: string | null }> {
    return this.deliveries.list((await this.webhooks.row(workspace, webhookIdOf(id))).id, beforeOf(before));
  }

  @Post(':webhookId/replay')
  @HttpCode(200)
  replay(@Param('groupID') workspace: string, @Param('webhookId') id: string, @Body() body: unknown): Promise<WebhookView> {
    return this.webhooks.replay(workspace, webhookIdOf(id), checkedBody<WebhookReplayDto>(replay, body).from);
  }

  @Post(':webhookId/resume')
  @HttpCode(200)
  resume(@Param('groupID') workspace: string, @Param('webhookId') id: string, @Caller() caller: AnsweredFor): Promise<WebhookView> {
    return this.webhooks.resume(caller, workspace, webhookIdOf(id));
  }
}
