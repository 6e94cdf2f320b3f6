import { IsBoolean, IsIn } from 'class-validator';
import { MayBeAbsent } from '../../dto/presence.js';
import { ROLES } from '../roles.js';
import { EmailAddress, HumanName } from './shapes.js';

/** A person that the operator creates. */
export class NewPersonDto {
  /** Unique, ignoring case. */
  @EmailAddress()
  email: string;

  /** Default: the email address. */
  @MayBeAbsent()
  @HumanName()
  name?: string;

  @MayBeAbsent()
  @IsBoolean()
  operator?: boolean;
}

/** A change of a person. */
export class PersonChangeDto {
  @MayBeAbsent()
  @EmailAddress()
  email?: string;

  @MayBeAbsent()
  @HumanName()
  name?: string;

  @MayBeAbsent()
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';

  @MayBeAbsent()
  @IsBoolean()
  operator?: boolean;
}

export class MembershipDto {
  @IsIn(Object.keys(ROLES))
  role: 'viewer' | 'editor' | 'admin';
}

/** A person that an admin adds to a workspace. */
export class NewMemberDto extends MembershipDto {
  @EmailAddress()
  email: string;

  /** Name shown in the workspace; default: the email address. */
  @MayBeAbsent()
  @HumanName()
  name?: string;
}

/** The first operator of an installation. */
export class FirstOperatorDto {
  /** Default: `operator@localhost`. */
  @MayBeAbsent()
  @EmailAddress()
  email?: string;
}
