import { Type } from 'class-transformer';
import { IsIn, IsNumber, IsObject, ValidateNested } from 'class-validator';
import { Instant, LinesOfText, PlainText } from '../directory/dto/shapes.js';
import { Shaped } from '../dto/pattern-rule.js';
import { MayBeAbsent } from '../dto/presence.js';
import { PAUSE_REASONS, type PauseReason } from './webhook-message.js';
import { WebhookSettingsDto } from './webhook.dto.js';

/** Most characters of the explanation why a webhook is paused. */
export const MAX_DETAIL = 4096;
/** As in Standard Webhooks; never repeated in an error. */
const Secret = (): PropertyDecorator =>
  Shaped('^whsec_[A-Za-z0-9+/]{32,88}={0,2}$', 'must be a secret in the format of Standard Webhooks (whsec_…)');

/** The person or token on whose behalf a webhook sends. */
class AnsweringCallerDto {
  @PlainText()
  subject: string;

  @MayBeAbsent()
  @PlainText()
  tokenId?: string;

  /** Seconds since the epoch. */
  @MayBeAbsent()
  @IsNumber()
  issuedAt?: number;

  /** Seconds since the epoch. */
  @MayBeAbsent()
  @IsNumber()
  expiresAt?: number;
}

/** Why and since when a webhook sends nothing. */
class WebhookStopDto {
  @IsIn(Object.keys(PAUSE_REASONS))
  reason: PauseReason;

  @MayBeAbsent()
  @LinesOfText(MAX_DETAIL)
  detail?: string;

  @Instant()
  since: string;
}

/** A webhook from the installation that the workspace is moved from. */
export class AdoptedWebhookDto extends WebhookSettingsDto {
  @Secret()
  secret: string;

  /** Also used for signatures, until `formerSecretUntil`. */
  @MayBeAbsent()
  @Secret()
  formerSecret?: string;

  @MayBeAbsent()
  @Instant()
  formerSecretUntil?: string;

  /** Omitted: not paused. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => WebhookStopDto)
  paused?: WebhookStopDto;

  @PlainText()
  createdBy: string;

  @Instant()
  createdAt: string;

  @IsObject()
  @ValidateNested()
  @Type(() => AnsweringCallerDto)
  answeredFor: AnsweringCallerDto;
}

/** As exported by the installation that the workspace is moved from; the id stays. */
export interface KeptWebhook extends AdoptedWebhookDto {
  id: string;
}
