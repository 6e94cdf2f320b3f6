import type { ParameterObject, RequestBodyObject, ResponseObject } from '@nestjs/swagger';
import type { OperationDescription } from './operation-description.js';
import { ref, string } from './schema-words.js';

const SESSION = '/app/session';
const body = (schema: string): RequestBodyObject => ({ required: true, content: { 'application/json': { schema: ref(schema) } } });
/** Without an example, which the documentation page would send with every call that a reader tries. */
const ofApp: ParameterObject = {
  name: 'Waymark-App',
  in: 'header',
  required: true,
  description: 'Must be 1. Calls from pages on other hosts are refused.',
  schema: { type: 'string', enum: ['1'] },
};
const session: ResponseObject = {
  description: 'The session, without its refresh token.',
  headers: {
    'Set-Cookie': {
      description: 'The refresh token: HttpOnly, SameSite=Strict, only for /app/session; Secure over https.',
      schema: { type: 'string' },
    },
  },
  content: { 'application/json': { schema: ref('AppSession') } },
};
const redirect = { 302: { description: 'Continue at the address in Location.' } };
const unchanged: ResponseObject = { description: "The caller's copy is current (If-None-Match)." };
const file = (description: string): OperationDescription => ({ responses: { 200: { description }, 304: unchanged } });
const missing: ResponseObject = {
  description: 'not-found: Nothing exists at this URL.',
  content: { 'application/problem+json': { schema: ref('Problem') } },
};

/** By method and path, as in the table of routes. */
export const APP_OPERATIONS: Readonly<Record<string, OperationDescription>> = {
  'GET /': { responses: redirect },
  'GET /app': { responses: redirect },
  'GET /app/': {
    description: '503 if the app was not built.',
    responses: { 200: { description: 'The page.', content: { 'text/html': { schema: string() } } }, 304: unchanged },
  },
  'GET /app/:file': file('A script, manifest or image.'),
  'GET /app/assets/:file': file('A script, style sheet, font or image; may be cached forever.'),
  'GET /app/settings.json': {
    responses: { 200: { description: 'The settings.', content: { 'application/json': { schema: ref('AppSettings') } } } },
  },
  'GET /app/basemap/:hash/:z/:x/:y': {
    description: 'Mapbox Vector Tile 2.1 of the Web Mercator grid. `/app/settings.json` names the current hash; any other hash is a 404.',
    responses: {
      200: {
        description: 'The tile, which may be cached forever; gzip if accepted.',
        content: { 'application/vnd.mapbox-vector-tile': { schema: string({ format: 'binary' }) } },
      },
      204: { description: 'The tile is empty.' },
      304: unchanged,
    },
  },
  'POST /app/csp-reports': {
    description: 'Reports are counted, and a few per minute are logged, without page addresses.',
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
    description: 'Like `POST /auth/login`, for the map app.',
    parameters: [ofApp],
    requestBody: body('Login'),
    responses: { 200: session },
  },
  [`DELETE ${SESSION}`]: {
    description: 'The cookie is always deleted; 503: the directory could not be reached, so the session itself remains valid.',
    parameters: [ofApp],
    responses: { 204: { description: 'The browser is signed out.' } },
  },
  [`POST ${SESSION}/refresh`]: {
    description: 'Two simultaneous calls both succeed. 401 deletes the cookie; 503 keeps it.',
    parameters: [ofApp],
    responses: { 200: session, 204: { description: 'The browser has no session.' } },
  },
  [`POST ${SESSION}/provider`]: {
    description: 'Like `POST /auth/oidc/token`, for the map app.',
    parameters: [ofApp],
    requestBody: body('OidcToken'),
    responses: { 200: session, 404: missing },
  },
  [`POST ${SESSION}/invitation`]: {
    description:
      'Like `POST /auth/password/reset` followed by `POST /auth/login`, for the map app: used by an invite link (`/app/#invite=…`).',
    parameters: [ofApp],
    requestBody: body('PasswordReset'),
    responses: { 200: session },
  },
  [`POST ${SESSION}/password-change`]: {
    description: 'Like `POST /auth/password`, for the map app.',
    parameters: [ofApp],
    requestBody: body('PasswordChange'),
    responses: { 200: session },
  },
};
