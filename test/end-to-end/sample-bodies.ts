/** A body that each route which needs one takes, by the route's name; the route matrix asks for it. */
export const SAMPLE_BODIES: Readonly<Record<string, unknown>> = {
  updateObjects: [{ externalId: 'sample', locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } } }],
  editObject: { title: 'Sample' },
  createWorkspace: { id: 'sample', name: 'Sample' },
  changeWorkspace: { name: 'Another name' },
  putPlan: { callsPerMonth: 1000 },
  createToken: { name: 'sample', workspaces: ['mine'], scopes: ['objects:read'] },
  createShareLink: { name: 'sample', shows: { ids: ['sample'] } },
  createWorkspaceToken: { name: 'sample', scopes: ['objects:read'] },
};
