import { IsBoolean } from 'class-validator';
import { MayBeAbsent } from '../../dto/presence.js';

export class KeyRotationDto {
  /**
   * After a key was stolen: the new one signs at once. Tokens made in the first moments may be refused by a gateway
   * that has not received it.
   */
  @MayBeAbsent()
  @IsBoolean()
  immediately?: boolean;
}
