import { IsBoolean, IsIn } from 'class-validator';
import { MayBeAbsent } from '../../dto/presence.js';
import { ROLES } from '../roles.js';
import { EmailAddress, HumanName } from './shapes.js';

/** A person that the operator makes. */
export class NewPersonDto {
  /** Unique; upper and lower case are the same. */
  @EmailAddress()
  email: string;

  /** The address, when left out. */
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

/** A person whom a workspace's admin adds. */
export class NewMemberDto extends MembershipDto {
  @EmailAddress()
  email: string;

  /** As the workspace shows it; the address, when left out. */
  @MayBeAbsent()
  @HumanName()
  name?: string;
}

/** The first operator of an installation. */
export class FirstOperatorDto {
  /** `operator@localhost`, when left out. */
  @MayBeAbsent()
  @EmailAddress()
  email?: string;
}
