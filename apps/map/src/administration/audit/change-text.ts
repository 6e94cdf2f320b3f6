import type { Schemas } from '../../api/api.js';
import type { Words } from '../../words/english.js';
import type { Format } from '../../words/format.js';

type Line = Pick<Schemas['WorkspaceAuditLine'], 'subject' | 'name' | 'action' | 'target' | 'targetName' | 'detail'>;
type Administration = Words['administration'];
type Polls = Words['polls'];

/** The actor in words. */
export function actorOf({ subject, name }: Line, audit: Administration['audit']): string {
  if (name !== null) return name;
  if (subject === 'installation') return audit.installation;
  if (subject === 'directory-service') return audit.itself;
  return subject.startsWith('person:') ? audit.stranger : subject;
}

/** The action in words, to follow the actor; an action without words in the app is shown by its API name. */
export function sentenceOf({ action, target, targetName, detail }: Line, audit: Administration['audit']): string {
  // The name of a deleted target is in the entry of its creation or removal.
  const details = (detail ?? {}) as { name?: unknown; question?: unknown };
  const name =
    targetName ??
    [details.name, details.question].find((each) => typeof each === 'string') ??
    (target.startsWith('person:') ? audit.stranger : target.slice(target.indexOf(':') + 1));
  const words: Record<string, ((name: string) => string) | undefined> = audit.actions;
  return words[action]?.(String(name)) ?? `${action} ${target}`;
}

/** The words of forms for the values in a detail. */
function valuesOf(
  member: string,
  { fields, people }: Administration,
  polls: Polls,
): Readonly<Record<string, string | undefined>> | undefined {
  if (member === 'type') return fields.types;
  if (member === 'review') return fields.reviews;
  if (member === 'onConflict') return fields.onConflicts;
  if (member === 'results') return polls.resultsShown;
  if (member === 'kind') return polls.audiences;
  return member === 'roles' ? people.roles : undefined;
}

/** The details of the change. */
export function detailOf(
  { action, detail }: Line,
  { administration, polls }: Pick<Words, 'administration' | 'polls'>,
  format: Pick<Format, 'time' | 'number'>,
): string {
  const { audit, people } = administration;
  const details = (detail ?? {}) as Record<string, unknown>;
  if (action === 'membership.put') {
    const role = (of: unknown): string => people.roles[of as keyof typeof people.roles] ?? String(of);
    return details.before === undefined ? audit.roleNow(role(details.role)) : audit.roleWas(role(details.before), role(details.role));
  }
  const names: Record<string, string | undefined> = audit.members;
  const text = (value: unknown, member = ''): string => {
    if (typeof value === 'boolean') return value ? audit.yes : audit.no;
    if (typeof value === 'number') return format.number(value, 5);
    if (Array.isArray(value)) return value.map((each) => text(each, member)).join(', ');
    if (typeof value === 'object' && value !== null) return membersOf(value as Record<string, unknown>, ', ');
    const known = valuesOf(member, administration, polls)?.[String(value)];
    if (known !== undefined) return known;
    return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? format.time(Date.parse(value)) : String(value);
  };
  const membersOf = (value: Record<string, unknown>, between: string): string =>
    Object.entries(value)
      .filter(
        ([name, each]) => each !== null && each !== undefined && !(Array.isArray(each) && each.length === 0) && !SHOWN_ELSEWHERE.has(name),
      )
      .map(([name, each]) => `${names[name] ?? name}: ${text(each, name)}`)
      .join(between);
  return membersOf(details, '; ');
}

/** Members that the sentence or the open workspace already shows. */
const SHOWN_ELSEWHERE = new Set(['name', 'question', 'workspaces']);
