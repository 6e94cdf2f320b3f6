import type { ParameterObject, RequestBodyObject, ResponseObject } from '@nestjs/swagger';
import type { OperationDescription } from './operation-description.js';
import { ref, string } from './schema-words.js';

const SESSION = '/app/session';
const body = (schema: string): RequestBodyObject => ({ required: true, content: { 'application/json': { schema: ref(schema) } } });
/** No example: the page would send it with every call that is tried. */
const ofApp: ParameterObject = {
  name: 'Waymark-App',
  in: 'header',
  required: true,
  description: 'Must be 1. Calls that a page of another host made are refused.',
  schema: { type: 'string', enum: ['1'] },
};
const session: ResponseObject = {
  description: 'The session, without its refresh token.',
  headers: {
    'Set-Cookie': {
      description: 'The refresh token: HttpOnly, SameSite=Strict, for /app/session alone; Secure over https.',
      schema: { type: 'string' },
    },
  },
  content: { 'application/json': { schema: ref('AppSession') } },
};
const goOn = { 302: { description: 'Go on at the address in Location.' } };
const unchanged: ResponseObject = { description: 'It is the one that the caller has (If-None-Match).' };
const file = (description: string): OperationDescription => ({ responses: { 200: { description }, 304: unchanged } });
const missing: ResponseObject = {
  description: 'not-found: There is nothing at this address.',
  content: { 'application/problem+json': { schema: ref('Problem') } },
};

/** By method and path, as in the table of routes. */
export const APP_OPERATIONS: Readonly<Record<string, OperationDescription>> = {
  'GET /': { responses: goOn },
  'GET /app': { responses: goOn },
  'GET /app/': {
    description: '503 where the app was not built.',
    responses: { 200: { description: 'The page.', content: { 'text/html': { schema: string() } } }, 304: unchanged },
  },
  'GET /app/:file': file('A script, manifest or picture.'),
  'GET /app/assets/:file': file('A script, style sheet, font or picture, to be kept for good.'),
  'GET /app/settings.json': {
    responses: { 200: { description: 'What is set.', content: { 'application/json': { schema: ref('AppSettings') } } } },
  },
  'GET /app/basemap/:hash/:z/:x/:y': {
    description: 'Mapbox Vector Tile 2.1 of the Web Mercator grid. `/app/settings.json` names the current hash; any other hash is a 404.',
    responses: {
      200: {
        description: 'The tile, to be kept for good; gzip where it is accepted.',
        content: { 'application/vnd.mapbox-vector-tile': { schema: string({ format: 'binary' }) } },
      },
      204: { description: 'Nothing is in this tile.' },
      304: unchanged,
    },
  },
  'POST /app/csp-reports': {
    description: 'Counted, and a few a minute logged, without addresses of pages.',
    requestBody: {
      required: true,
      content: {
        'application/csp-report': { schema: { type: 'object', additionalProperties: true } },
        'application/reports+json': {
          schema: { type: 'array', items: { type: 'object', additionalProperties: true } },
          example: [{ type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'https://example.com/a.png' } }],
        },
      },
    },
    responses: { 204: { description: 'The report was counted.' } },
  },
  [`POST ${SESSION}`]: {
    description: 'As `POST /auth/login`, for the map app.',
    parameters: [ofApp],
    requestBody: body('Login'),
    responses: { 200: session },
  },
  [`DELETE ${SESSION}`]: {
    description: 'The cookie is deleted in any case; 503: the directory could not be reached, so the session itself goes on.',
    parameters: [ofApp],
    responses: { 204: { description: 'Nobody is logged in here.' } },
  },
  [`POST ${SESSION}/refresh`]: {
    description: 'Two calls at the same moment both succeed. 401 takes the cookie away; 503 leaves it.',
    parameters: [ofApp],
    responses: { 200: session, 204: { description: 'The browser holds no session.' } },
  },
  [`POST ${SESSION}/provider`]: {
    description: 'As `POST /auth/oidc/token`, for the map app.',
    parameters: [ofApp],
    requestBody: body('OidcToken'),
    responses: { 200: session, 404: missing },
  },
  [`POST ${SESSION}/invitation`]: {
    description: 'As `POST /auth/password/reset`, then `POST /auth/login`, for the map app: what an invite link (`/app/#invite=…`) does.',
    parameters: [ofApp],
    requestBody: body('PasswordReset'),
    responses: { 200: session },
  },
  [`POST ${SESSION}/password-change`]: {
    description: 'As `POST /auth/password`, for the map app.',
    parameters: [ofApp],
    requestBody: body('PasswordChange'),
    responses: { 200: session },
  },
};
