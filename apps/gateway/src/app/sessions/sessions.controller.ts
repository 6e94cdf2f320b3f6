import { Controller, Delete, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { CONFIG } from '#service/tokens.js';
import type { RequestBodies } from '../../forwarding/request-bodies.js';
import type { WholeCalls } from '../../forwarding/whole-calls.js';
import type { ServiceAnswer } from '../../services/service-client.js';
import { isReachedByHttps, type OwnAddress, requireOwnPage } from './own-page.js';
import { SessionCookie } from './session-cookie.js';

/** Injection token of the client for the directory's logins, whose bodies are small. */
export const SESSION_CALLS = Symbol('calls about sessions');

const SESSION_ENDED = 'urn:waymark:problem:session-ended';
const CHALLENGE = { 'www-authenticate': 'Bearer realm="waymark"' };

/** The used part of the directory's answer to a login. */
interface Login {
  refreshToken: string | null;
  refreshExpiresAt: string | null;
}

/**
 * Sessions of the map app. They use the directory's logins under `/auth`, with its throttling by the caller's address, but the refresh
 * token goes into a cookie, which no script can read (docs/decisions, 22). Each call must come from one of the app's own pages.
 */
@Controller('app/session')
export class SessionsController {
  constructor(
    @Inject(SESSION_CALLS) private readonly directory: Pick<WholeCalls, 'send' | 'answer'> & { bodies: Pick<RequestBodies, 'of'> },
    @Inject(CONFIG) private readonly address: OwnAddress,
  ) {}

  /** `POST /app/session`, body of `POST /auth/login`. */
  @Post()
  login(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.begin(request, reply, '/auth/login');
  }

  /** `POST /app/session/provider`, body of `POST /auth/oidc/token`. */
  @Post('provider')
  provider(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.begin(request, reply, '/auth/oidc/token');
  }

  /** `POST /app/session/password-change`, body of `POST /auth/password`: ends all other sessions; this one gets a new cookie. */
  @Post('password-change')
  changePassword(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.begin(request, reply, '/auth/password');
  }

  /** `POST /app/session/invitation`, body of `POST /auth/password/reset`: sets the password and starts a session. */
  @Post('invitation')
  acceptInvitation(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.begin(request, reply, '/auth/invitation');
  }

  /**
   * `POST /app/session/refresh`: the next access token and the next cookie; 204 for a browser without one, as on a
   * first visit. An invalid cookie is removed; while the directory is unreachable, the cookie stays.
   */
  @Post('refresh')
  async refresh(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const cookie = this.cookieFor(request);
    const held = cookie.in(request.raw.headers.cookie);
    if (held === undefined) return reply.code(204).headers({ 'set-cookie': cookie.removed(), 'cache-control': 'no-store' }).send();
    if (held === 'several')
      throw notSignedIn(
        cookie,
        'Sign in again: the browser sent several cookies with this name, and another host of this domain may ' +
          'have set one of them. If this happens again, delete the cookies of the domain.',
      );
    const answer = await this.directory.send(request, { method: 'POST', path: '/auth/refresh', body: refreshBody(held.token) });
    if (answer.status === 401 && problemTypeIn(answer) === SESSION_ENDED)
      throw notSignedIn(cookie, 'Sign in again: the session has expired, was ended, or its cookie was used before.');
    return this.answer(reply, answer, cookie);
  }

  /**
   * `DELETE /app/session`: ends the session, and removes the cookie whatever the directory answers: on a shared browser,
   * signing out must always work.
   */
  @Delete()
  async logout(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const cookie = this.cookieFor(request);
    const held = cookie.in(request.raw.headers.cookie);
    const removed = { 'set-cookie': cookie.removed() };
    if (held !== undefined && held !== 'several') {
      const failed = await this.directory.send(request, { method: 'POST', path: '/auth/logout', body: refreshBody(held.token) }).then(
        ({ status }) => status !== 204,
        () => true,
      );
      if (failed)
        throw new Problem(
          'unavailable',
          'This browser is signed out, but the directory is unavailable: the session itself stays valid until it ' +
            'expires or the password is changed.',
          { headers: removed },
        );
    }
    return reply
      .code(204)
      .headers({ ...removed, 'cache-control': 'no-store' })
      .send();
  }

  private async begin(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const cookie = this.cookieFor(request);
    const body = await this.directory.bodies.of(request);
    return this.answer(reply, await this.directory.send(request, { method: 'POST', path, body }), cookie);
  }

  /** @throws Problem 403 when the call does not come from the app */
  private cookieFor(request: FastifyRequest): SessionCookie {
    requireOwnPage(request, this.address);
    return new SessionCookie(isReachedByHttps(request, this.address));
  }

  /** A login without its refresh token, which becomes the cookie; any other answer unchanged. */
  private answer(reply: FastifyReply, answer: ServiceAnswer, cookie: SessionCookie): FastifyReply {
    if (answer.status !== 200) return this.directory.answer(reply, answer);
    const { refreshToken, ...session } = JSON.parse(answer.body.toString()) as Login;
    // Without a refresh token, the password must be changed first; an existing cookie may be another person's, so it is removed.
    void reply.header(
      'set-cookie',
      refreshToken === null || session.refreshExpiresAt === null
        ? cookie.removed()
        : cookie.holding(refreshToken, session.refreshExpiresAt),
    );
    return this.directory.answer(reply, { ...answer, body: Buffer.from(JSON.stringify(session)) });
  }
}

const refreshBody = (refreshToken: string): Buffer => Buffer.from(JSON.stringify({ refreshToken }));

function notSignedIn(cookie: SessionCookie, detail: string): Problem {
  return new Problem('session-ended', detail, { headers: { ...CHALLENGE, 'set-cookie': cookie.removed() } });
}

function problemTypeIn({ body }: ServiceAnswer): unknown {
  try {
    return (JSON.parse(body.toString()) as { type?: unknown }).type;
  } catch {
    return undefined;
  }
}
