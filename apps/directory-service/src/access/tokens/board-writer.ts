import type { Actor } from '../../auditing/actor.js';

/** Whether the caller may write polls and dashboards. Scopes are absent if the installation itself calls, not a gateway. */
export const mayWriteBoards = ({ scopes }: Pick<Actor, 'scopes'>): boolean => scopes === undefined || scopes.includes('boards:write');
