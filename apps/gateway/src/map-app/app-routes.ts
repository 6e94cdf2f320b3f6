import type { GatewayRoute } from '../gateway-route.js';
import { REPORTS_PATH } from './policy/content-policy.js';

const JSON_TYPE = ['application/json'] as const;
const SESSION = '/app/session';

/** The map app: its files, its settings, its sessions. */
export const APP_ROUTES: readonly GatewayRoute[] = [
  { name: 'enterApp', anyQuery: true, method: 'GET', path: '/', scope: null, produces: ['*/*'], tag: 'App', summary: 'Send the browser to the map app; what is behind the # goes with it' },
  { name: 'enterAppFolder', anyQuery: true, method: 'GET', path: '/app', scope: null, produces: ['*/*'], tag: 'App', summary: 'Send the browser to the map app, whose address ends with a slash' },
  { name: 'readApp', anyQuery: true, method: 'GET', path: '/app/', scope: null, produces: ['text/html'], tag: 'App', summary: 'The page of the map app' },
  { name: 'readAppSettings', method: 'GET', path: '/app/settings.json', scope: null, produces: JSON_TYPE, tag: 'App', summary: 'What this installation has set for the app: maps, ways to sign in' },
  { name: 'readBasemapTile', method: 'GET', path: '/app/basemap/:hash/:z/:x/:y', scope: null, produces: ['application/vnd.mapbox-vector-tile', 'image/png', 'image/jpeg', 'image/webp'], tag: 'App', summary: 'A tile of the basemap (coast, borders, waters and places), or of a street map that this installation has' },
  { name: 'reportPolicyBreach', method: 'POST', path: REPORTS_PATH, scope: null, body: 'required', produces: ['*/*'], tag: 'App', summary: 'Where browsers tell what the content security policy of the app has stopped' },

  { name: 'beginSession', method: 'POST', path: SESSION, scope: null, body: 'required', produces: JSON_TYPE, tag: 'Login', summary: 'Log a browser in by address and password; its refresh token becomes a cookie' },
  { name: 'endSession', method: 'DELETE', path: SESSION, scope: null, produces: JSON_TYPE, tag: 'Login', summary: 'Log a browser out; also where nobody is logged in' },
  { name: 'refreshSession', method: 'POST', path: `${SESSION}/refresh`, scope: null, produces: JSON_TYPE, tag: 'Login', summary: 'Go on with the session of a browser: a new access token and the next cookie' },
  { name: 'takeUpSession', method: 'POST', path: `${SESSION}/provider`, scope: null, body: 'required', produces: JSON_TYPE, tag: 'Login', summary: 'Take a sign-in with the OpenID provider up in a browser' },
  { name: 'acceptInvitation', method: 'POST', path: `${SESSION}/invitation`, scope: null, body: 'required', produces: JSON_TYPE, tag: 'Login', summary: "Set a password by an operator's one-time secret, and log the browser in with it" },
  { name: 'changePasswordInSession', method: 'POST', path: `${SESSION}/password-change`, scope: 'any', ofPeople: true, body: 'required', produces: JSON_TYPE, tag: 'Login', summary: "Change one's own password in a browser; all other logins end" },

  // Last: of a path that is nearly right, the first line that fits is what was meant.
  { name: 'readAppFile', anyQuery: true, method: 'GET', path: '/app/:file', scope: null, produces: ['*/*'], tag: 'App', summary: 'Parts of the app whose names stay: its worker, manifest and icon' },
  { name: 'readAppAsset', anyQuery: true, method: 'GET', path: '/app/assets/:file', scope: null, produces: ['*/*'], tag: 'App', summary: 'Parts of the app whose names change with what is in them' },
];
