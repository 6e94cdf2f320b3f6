import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsObject, ValidateNested } from 'class-validator';
import { Shaped } from '../../dto/pattern-rule.js';
import { MayBeAbsent } from '../../dto/presence.js';
import { WORKSPACE_SCOPES } from '../scopes.js';
import { HumanName, Instant, PlainText, PlanName, Uuid } from './shapes.js';

const Base64Url = (): PropertyDecorator => Shaped('^[A-Za-z0-9_-]{43}$', 'must be 32 bytes in base64url');

/** The next state of the move of a workspace. */
export class MoveDto {
  /** Id of the move: the same on both sides and in each call. */
  @Uuid()
  id: string;

  /** At the source: copying, closing, forwarding. At the target: receiving, received. */
  @IsIn(['copying', 'closing', 'forwarding', 'receiving', 'received'])
  state: 'copying' | 'closing' | 'forwarding' | 'receiving' | 'received';

  /** With copying: address of the gateways to which calls are forwarded. */
  @MayBeAbsent()
  @Shaped('^https?://[^\\s/?#@]{1,255}$', 'must be the origin of a gateway, such as https://waymark.example, without a path')
  address?: string;

  /** With receiving, if the workspace does not exist yet. */
  @MayBeAbsent()
  @HumanName()
  name?: string;

  @MayBeAbsent()
  @PlanName()
  plan?: string;
}

/** A public key of the installation that the workspace comes from. */
class MovedKeyDto {
  @Base64Url()
  kid: string;

  @Base64Url()
  x: string;

  @Base64Url()
  y: string;
}

/** A machine token as the other installation lists it, without the token itself. */
class MovedTokenDto {
  @Uuid()
  id: string;

  @HumanName()
  name: string;

  @IsArray()
  @ArrayMaxSize(100)
  @IsIn(WORKSPACE_SCOPES, { each: true })
  scopes: string[];

  @MayBeAbsent()
  @IsObject()
  narrowed?: object;

  @PlainText()
  createdBy: string;

  @Instant()
  createdAt: string;

  @Instant()
  expiresAt: string;

  @MayBeAbsent()
  @Instant()
  revokedAt?: string;
}

/** Machine tokens that stay valid after the workspace has moved, with the keys that verify them. */
export class MovedTokensDto {
  @Uuid()
  id: string;

  @IsArray()
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => MovedKeyDto)
  keys: MovedKeyDto[];

  @IsArray()
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  @Type(() => MovedTokenDto)
  tokens: MovedTokenDto[];
}
