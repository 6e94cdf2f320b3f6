import { DashboardDto } from '#contracts/directory/dto/dashboard.dto.js';
import { PollAnswerDto, PollDto } from '#contracts/directory/dto/poll.dto.js';
import { SavedViewDto } from '#contracts/directory/dto/saved-view.dto.js';
import type { DescribedRoute } from './described-route.js';

const POLLS = '/groups/:groupID/polls';
const POLL = `${POLLS}/:pollId`;
const DASHBOARDS = '/groups/:groupID/dashboards';
const DASHBOARD = `${DASHBOARDS}/:dashboardId`;
const VIEWS = '/groups/:groupID/views';
const VIEW = `${VIEWS}/:viewId`;

const before = 'The last id of the page before.';
const OF_PEOPLE = 'By people of the workspace only: the token of a machine is refused.';
const PRESENT = 'The problem of a 412 has the present dashboard as `present`, so that both can be shown.';

type Line = Omit<DescribedRoute, 'produces' | 'tag' | 'to'>;

const LINES: readonly Line[] = [
  {
    name: 'listPolls',
    method: 'GET',
    path: POLLS,
    scope: 'objects:read',
    query: { status: '`open` or `closed`; both when left out.', before },
    gives: [200, 'PollPage'],
    summary: 'List the polls of the workspace, newest first',
  },
  {
    name: 'createPoll',
    method: 'POST',
    path: POLLS,
    scope: 'boards:write',
    body: 'required',
    takes: PollDto,
    gives: [201, 'ShownPoll'],
    about: 'Ids of options are given by the server.',
    summary: 'Create a poll for the people of the workspace',
  },
  {
    name: 'readPoll',
    method: 'GET',
    path: POLL,
    scope: 'objects:read',
    gives: [200, 'ShownPoll'],
    summary: 'Read a poll',
  },
  {
    name: 'replacePoll',
    method: 'PUT',
    path: POLL,
    scope: 'boards:write',
    conditional: true,
    body: 'required',
    takes: PollDto,
    gives: [200, 'ShownPoll'],
    about:
      'An option that stays is named by its id, a new one has none. Once somebody ' +
      'has answered, an option that has answers is not removed, and `anonymous` does ' +
      'not change: 409. So it is with a poll that is closed.',
    summary: 'Change a poll; answers are kept',
  },
  {
    name: 'answerPoll',
    method: 'PUT',
    path: `${POLL}/answer`,
    scope: 'objects:read',
    ofPeople: true,
    body: 'required',
    takes: PollAnswerDto,
    gives: [200, 'RecordedPollAnswer'],
    about: `${OF_PEOPLE} One answer a person, which may be changed until the poll is closed (409 then); 403 for who is not asked.`,
    summary: 'Answer a poll, or change your own answer',
  },
  {
    name: 'withdrawAnswer',
    method: 'DELETE',
    path: `${POLL}/answer`,
    scope: 'objects:read',
    ofPeople: true,
    gives: [204],
    about: OF_PEOPLE,
    summary: 'Withdraw your own answer while the poll is open',
  },
  {
    name: 'readPollResults',
    method: 'GET',
    path: `${POLL}/results`,
    scope: 'objects:read',
    query: { after: 'The value `next` of the page before, of `answers`.' },
    gives: [200, 'PollOutcome'],
    about:
      'Shown as `results` of the poll says; 403 before. `answers`, who chose what, is there for who has ' +
      '`boards:write` too, and never for an anonymous poll.',
    summary: 'Read the results of a poll',
  },
  {
    name: 'closePoll',
    method: 'POST',
    path: `${POLL}/close`,
    scope: 'boards:write',
    body: 'optional',
    gives: [200, 'ShownPoll'],
    about: 'There is no way back. Of an anonymous poll only the counts are kept from then on.',
    summary: 'Close a poll: it no longer accepts answers',
  },
  {
    name: 'deletePoll',
    method: 'DELETE',
    path: POLL,
    scope: 'boards:write',
    conditional: true,
    gives: [204],
    summary: 'Delete a poll with all its answers',
  },

  {
    name: 'listDashboards',
    method: 'GET',
    path: DASHBOARDS,
    scope: 'objects:read',
    query: { before },
    gives: [200, 'DashboardPage'],
    summary: 'List the dashboards of the workspace, newest first, without their tiles',
  },
  {
    name: 'createDashboard',
    method: 'POST',
    path: DASHBOARDS,
    scope: 'boards:write',
    body: 'required',
    takes: DashboardDto,
    gives: [201, 'ShownDashboard'],
    about: 'At most 64 KiB, and 200 of a workspace.',
    summary: 'Create a dashboard',
  },
  {
    name: 'readDashboard',
    method: 'GET',
    path: DASHBOARD,
    scope: 'objects:read',
    gives: [200, 'ShownDashboard'],
    summary: 'Read a dashboard with its tiles',
  },
  {
    name: 'replaceDashboard',
    method: 'PUT',
    path: DASHBOARD,
    scope: 'boards:write',
    conditional: true,
    body: 'required',
    takes: DashboardDto,
    gives: [200, 'ShownDashboard'],
    about: PRESENT,
    summary: 'Replace the content of a dashboard',
  },
  {
    name: 'deleteDashboard',
    method: 'DELETE',
    path: DASHBOARD,
    scope: 'boards:write',
    conditional: true,
    gives: [204],
    about: PRESENT,
    summary: 'Delete a dashboard',
  },

  {
    name: 'listViews',
    method: 'GET',
    path: VIEWS,
    scope: 'objects:read',
    query: { before },
    gives: [200, 'ShownViewPage'],
    summary: 'List your own and shared saved map views, newest first',
  },
  {
    name: 'createView',
    method: 'POST',
    path: VIEWS,
    scope: 'objects:read',
    ofPeople: true,
    body: 'required',
    takes: SavedViewDto,
    gives: [201, 'ShownView'],
    about: `${OF_PEOPLE} To share it needs \`boards:write\` too.`,
    summary: 'Save a map view',
  },
  {
    name: 'replaceView',
    method: 'PUT',
    path: VIEW,
    scope: 'objects:read',
    ofPeople: true,
    body: 'required',
    takes: SavedViewDto,
    gives: [200, 'ShownView'],
    about: `${OF_PEOPLE} To share it needs \`boards:write\` too.`,
    summary: 'Change one of your own saved views',
  },
  {
    name: 'deleteView',
    method: 'DELETE',
    path: VIEW,
    scope: 'objects:read',
    ofPeople: true,
    gives: [204],
    about: `${OF_PEOPLE} Somebody else's that is shared needs \`boards:write\` too.`,
    summary: 'Delete a saved view',
  },
];

/**
 * Polls, dashboards and saved views, stored by the directory. A narrowed token, such as that of a share link, is refused: it is
 * limited to certain objects, and none of these is an object.
 */
export const BOARD_ROUTES: readonly Omit<DescribedRoute, 'produces' | 'to'>[] = LINES.map((line) => ({ ...line, tag: 'Boards' }));
