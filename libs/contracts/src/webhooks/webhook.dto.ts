import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { FEED_KINDS } from '../areas/feed-kinds.js';
import { PlainText, ShortText } from '../directory/dto/shapes.js';
import { Shaped } from '../dto/pattern-rule.js';
import { MayBeAbsent } from '../dto/presence.js';

/** Filter of changes, with the parameters of `GET /groups/{groupID}/changes`; omitted ones do not filter. */
export class WebhookFilterDto {
  /** Types of objects. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @PlainText({ each: true })
  types?: string[];

  /** Ids of objects. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @PlainText({ each: true })
  ids?: string[];

  /** Prefix of the ids of objects. */
  @MayBeAbsent()
  @PlainText()
  idPrefix?: string;

  /** Names of fields; only with mode events. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @PlainText({ each: true })
  fields?: string[];

  /**
   * Kinds of changes, such as created, and of area events, such as area.entered, which must be requested explicitly; only with mode events.
   */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsIn(Object.keys(FEED_KINDS), { each: true })
  kinds?: string[];

  /** Ids of areas: selects their events and no changes of objects; only with mode events. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @PlainText({ each: true })
  areas?: string[];

  /** west, south, east, north in degrees (GeoJSON, RFC 7946, 5); west > east crosses the antimeridian. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(4)
  @ArrayMaxSize(4)
  @IsNumber({}, { each: true })
  @Min(-180, { each: true })
  @Max(180, { each: true })
  bbox?: number[];
}

/** The address of a webhook, and the changes that are sent to it. */
export class WebhookSettingsDto {
  /** An https address with a host name. */
  @Shaped('^https?://[^\\s\\p{C}]{1,2040}$', 'must be a URL that begins with https:// and has at most 2,048 characters')
  url: string;

  @MayBeAbsent()
  @ShortText()
  description?: string;

  /** Default: true. */
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;

  /** Default: events, which sends each change; state sends the newest state of each changed object. */
  @MayBeAbsent()
  @IsIn(['events', 'state'])
  mode?: 'events' | 'state';

  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => WebhookFilterDto)
  filter?: WebhookFilterDto;

  /** Changes per message; default: 100. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(1000)
  maxChanges?: number;
}

/** A place in the feed: `earliest`, `latest`, an RFC 3339 time, or a cursor of the workspace's feed. */
const FeedPlace = (): PropertyDecorator =>
  Shaped('^[^\\s\\p{C}]{1,200000}$', 'must be earliest, latest, an RFC 3339 time or a cursor of the feed');

export class NewWebhookSettingsDto extends WebhookSettingsDto {
  /** Default: latest. */
  @MayBeAbsent()
  @FeedPlace()
  from?: string;
}

export class WebhookReplayDto {
  @FeedPlace()
  from: string;
}
