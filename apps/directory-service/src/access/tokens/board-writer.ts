import type { Actor } from '../../auditing/actor.js';

/** Whether polls and dashboards are the caller's to write. Scopes left out: no gateway speaks, but the installation itself. */
export const mayWriteBoards = ({ scopes }: Pick<Actor, 'scopes'>): boolean => scopes === undefined || scopes.includes('boards:write');
