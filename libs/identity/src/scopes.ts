/** What a token may allow, as written in its claim `scope` (RFC 9068, blank-separated). */
export const SCOPES = {
  'objects:write': 'Create, update, edit, archive and restore objects, and look the operations up.',
  'objects:read': 'Read objects and their history.',
  'feed:read': 'Poll the feed of changes.',
} as const;

export type Scope = keyof typeof SCOPES;

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}
