import type { Words } from '../words/english.js';

/** Why a scan was refused. Of another workspace's object nothing is said but that the code is of no use here. */
export const refusalText = ({ elsewhere, refused }: Words['scanning'], code: string, detail: string): string =>
  code === 'belongs-to-another-workspace' ? elsewhere : refused(detail || code);
