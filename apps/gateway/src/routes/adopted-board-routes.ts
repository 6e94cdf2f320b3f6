import { AdoptedDashboardDto, AdoptedPollDto, AdoptedViewDto } from '#contracts/directory/dto/adopted-boards.dto.js';
import type { DescribedRoute } from './described-route.js';

const ADOPTIONS = '/operator/workspaces/:workspaceId/adoptions';
const ADOPTING = '409 for an id of another workspace, and unless the move of the workspace is `receiving`.';

/** Routes by which a move writes dashboards, polls and shared views of a workspace; for operators only. */
export const ADOPTED_BOARD_ROUTES: readonly Omit<DescribedRoute, 'produces' | 'scope' | 'tag' | 'to'>[] = [
  {
    name: 'adoptDashboard',
    method: 'PUT',
    path: `${ADOPTIONS}/dashboards/:dashboardId`,
    whileReceiving: true,
    body: 'required',
    takes: AdoptedDashboardDto,
    gives: [204],
    about: `Its id, times, authors and revision stay. ${ADOPTING}`,
    summary: 'Take over a dashboard of a workspace that is being moved here; `npx waymark move` does it',
  },
  {
    name: 'adoptPoll',
    method: 'PUT',
    path: `${ADOPTIONS}/polls/:pollId`,
    whileReceiving: true,
    body: 'required',
    takes: AdoptedPollDto,
    gives: [204],
    about:
      'Its id, options, times, author and revision stay. With `end` it is closed and has these counts; without, it is open and has no ' +
      `answers, since people do not move. ${ADOPTING}`,
    summary: 'Take over a poll of a workspace that is being moved here; `npx waymark move` does it',
  },
  {
    name: 'adoptView',
    method: 'PUT',
    path: `${ADOPTIONS}/views/:viewId`,
    whileReceiving: true,
    body: 'required',
    takes: AdoptedViewDto,
    gives: [204],
    about: `It is shared, as that of somebody who has left: people do not move. ${ADOPTING}`,
    summary: 'Take over a shared view of a workspace that is being moved here; `npx waymark move` does it',
  },
  {
    name: 'dropAdoptedView',
    method: 'DELETE',
    path: `${ADOPTIONS}/views/:viewId`,
    whileReceiving: true,
    gives: [204],
    about: `For one that is no longer shared where it comes from. A second time it changes nothing. ${ADOPTING}`,
    summary: 'Delete a shared view of a workspace that is being moved here; `npx waymark move` does it',
  },
];
