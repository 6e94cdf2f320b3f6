import { GivenPassword, NewPassword, OpaqueSecret, EmailAddress } from './shapes.js';

export class LoginDto {
  @EmailAddress()
  email: string;

  @GivenPassword()
  password: string;
}

/** To go on with a session, or to end it. */
export class RefreshDto {
  @OpaqueSecret()
  refreshToken: string;
}

export class PasswordChangeDto {
  @GivenPassword()
  oldPassword: string;

  @NewPassword()
  newPassword: string;
}

export class PasswordResetDto {
  /** Of the one-time link. */
  @OpaqueSecret()
  secret: string;

  @NewPassword()
  newPassword: string;
}
