/** A body that each route which needs one takes, by the route's name; the route matrix asks for it. */
export const SAMPLE_BODIES: Readonly<Record<string, unknown>> = {
  updateObjects: [{ externalId: 'sample', locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } } }],
  editObject: { title: 'Sample' },
  createArea: { name: 'Yard', geometry: { type: 'Circle', center: [-2.98, 53.4], radius: 100 } },
  replaceArea: { name: 'Yard', geometry: { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] } },
  importAreas: { type: 'FeatureCollection', features: [{ type: 'Feature', properties: { name: 'Gate', radius: 20 }, geometry: { type: 'Point', coordinates: [0, 0] } }] },
  createWorkspace: { id: 'sample', name: 'Sample' },
  changeWorkspace: { name: 'Another name' },
  putPlan: { callsPerMonth: 1000 },
  createToken: { name: 'sample', workspaces: ['mine'], scopes: ['objects:read'] },
  createPerson: { email: 'sample@example.org', name: 'Sample', operator: false },
  changePerson: { name: 'Another name' },
  putMembership: { role: 'viewer' },
  addMember: { email: 'member@example.org', role: 'viewer' },
  changeMember: { role: 'editor' },
  login: { email: 'nobody@example.org', password: 'not a password of anybody' },
  refreshLogin: { refreshToken: 'a'.repeat(43) },
  logout: { refreshToken: 'a'.repeat(43) },
  changePassword: { oldPassword: 'not a password of anybody', newPassword: 'another one that nobody has' },
  resetPassword: { secret: 'a'.repeat(43), newPassword: 'another one that nobody has' },
  takeUpOidc: { code: 'a'.repeat(43), verifier: 'a'.repeat(43) },
  putField: { type: 'Number', label: 'Battery', unit: '%', decimals: 0, min: 0, max: 100 },
  putFieldOf: { type: 'Category', categories: [{ namespace: 'work', categoryName: 'loading', color: '#00aa5b' }] },
  simulateUsage: { objects: 100, updatesPerObjectPerHour: 60, elementsPerCall: 10 },
  createShareLink: { name: 'sample', shows: { ids: ['sample'] } },
  createWorkspaceToken: { name: 'sample', scopes: ['objects:read'] },
};

/** The query of each route that answers nothing without one. */
export const SAMPLE_QUERIES: Readonly<Record<string, string>> = { findWorkspace: '?name=mine' };
