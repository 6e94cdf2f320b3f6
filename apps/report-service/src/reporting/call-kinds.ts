/** Kinds of calls in the report on access. */
export const CALL_KINDS = ['looked', 'scanned', 'changed', 'administered'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** Prefix of the subjects of share links, whose users scanned a code or followed a link. */
const SHARE_LINK = 'share-link:';
const CHANGES = new Set(['updateObjects', 'editObject', 'archiveObject', 'restoreObject']);
const LOOKS = /^(read|list|poll|find|search|export|follow)/;
/** Operations that read administrative data. */
const OF_ADMINISTRATION =
  /^(listFields|listTokens|listWorkspaceTokens|listMembers|listShareLinks|readUsage|readMe|readTopics|readOperation)/;

export function kindOf(operation: string, subject: string): CallKind {
  if (CHANGES.has(operation)) return 'changed';
  if (LOOKS.test(operation) && !OF_ADMINISTRATION.test(operation)) return subject.startsWith(SHARE_LINK) ? 'scanned' : 'looked';
  return 'administered';
}
