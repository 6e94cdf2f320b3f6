import { Shaped } from '../../dto/pattern-rule.js';
import { EmailAddress, GivenPassword, NewPassword, OpaqueSecret } from './shapes.js';

export class LoginDto {
  @EmailAddress()
  email: string;

  @GivenPassword()
  password: string;
}

/** To refresh a session, or to end it. */
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

/** To take up a sign-in with an OpenID provider. */
export class OidcTokenDto {
  /** From the address that the browser came back to. */
  @OpaqueSecret()
  code: string;

  /** The verifier of the challenge of GET /auth/oidc/start (RFC 7636, 4.1). */
  @Shaped('^[A-Za-z0-9._~-]{43,128}$', 'must have 43…128 characters of A–Z, a–z, 0–9, -, ., _ and ~')
  verifier: string;
}
