import type { Words } from '../words/english.js';

/** Why a scan was refused. For an object of another workspace, it only says that the code cannot be used here. */
export const refusalText = ({ elsewhere, refused }: Words['scanning'], code: string, detail: string): string =>
  code === 'belongs-to-another-workspace' ? elsewhere : refused(detail || code);
