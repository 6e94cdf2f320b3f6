import { Controller, Get, Header } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { TOKEN_ALGORITHM } from '#identity/signing-key.js';

@Controller()
export class KeysController {
  constructor(private readonly copy: DirectoryCopy) {}

  /** The public keys as a JWK Set (RFC 7517, 5). */
  @Get('.well-known/jwks.json')
  @Header('cache-control', 'public, max-age=60')
  read(): { keys: object[] } {
    return {
      keys: this.copy.publicKeys.map(({ kid, x, y }) => ({ kty: 'EC', crv: 'P-256', alg: TOKEN_ALGORITHM, use: 'sig', kid, x, y })),
    };
  }
}
