import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { WORKSPACE_AUDIT_KINDS, type WorkspaceAuditKind } from '#contracts/directory/audit-kinds.js';
import type { Schemas } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { DataTable } from '../../tables/data-table.js';
import { actorOf, detailOf, sentenceOf } from './change-text.js';

type Line = Schemas['WorkspaceAuditLine'];
type Page = Schemas['WorkspaceAuditPage'];

/** The workspace's audit, newest first. @param names of people and tokens by subject, once they are known */
export function Changes({ names }: { names: ReadonlyMap<string, string> | undefined }) {
  const app = useApp();
  const { words, format, api, workspace } = app;
  const { audit } = words.value.administration;
  const id = useId();
  const kind = useSignal<WorkspaceAuditKind | ''>('');
  const actor = useSignal('');
  const older = useSignal<Page | undefined>(undefined);
  const page = async (before?: number): Promise<Page> =>
    (
      await api.GET('/groups/{groupID}/audit', {
        params: {
          path: { groupID: workspace.id },
          query: {
            kind: kind.peek() || undefined,
            actor: actor.peek() || undefined,
            before: before === undefined ? undefined : String(before),
          },
        },
      })
    ).data!;
  const reading = useReading(() => page(), [kind.value, actor.value]);
  const filter = (change: () => void): void => {
    change();
    older.value = undefined;
  };
  const more = async (before: number): Promise<void> => {
    const next = await page(before);
    older.value = { audit: [...(older.peek()?.audit ?? []), ...next.audit], next: next.next };
  };
  const cells = (line: Line) => [
    format.value.time(Date.parse(line.at)),
    actorOf(line, audit),
    sentenceOf(line, audit),
    detailOf(line, words.value, format.value),
  ];
  return (
    <section class="card stack" aria-labelledby="changes">
      <h2 id="changes">{audit.changes}</h2>
      <p class="quiet-text">{audit.changesText}</p>
      <div class="pair" role="search" aria-label={audit.filtersOfChanges}>
        <div class="field">
          <label for={`${id}-what`}>{audit.what}</label>
          <select
            id={`${id}-what`}
            value={kind.value}
            onChange={({ currentTarget }) => filter(() => (kind.value = currentTarget.value as WorkspaceAuditKind | ''))}
          >
            <option value="">{audit.anyKind}</option>
            {WORKSPACE_AUDIT_KINDS.map((each) => (
              <option key={each} value={each}>
                {audit.kindsOfChanges[each]}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-who`}>{audit.who}</label>
          <select id={`${id}-who`} value={actor.value} onChange={({ currentTarget }) => filter(() => (actor.value = currentTarget.value))}>
            <option value="">{audit.anybody}</option>
            {[...(names ?? [])].map(([subject, name]) => (
              <option key={subject} value={subject}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Loaded reading={reading}>
        {(first) => {
          const next = older.value === undefined ? first.next : older.value.next;
          return (
            <>
              <DataTable
                caption={audit.changes}
                captionHidden
                head={[audit.when, audit.who, audit.what, audit.detail]}
                empty={audit.noChanges}
                rows={[...first.audit, ...(older.value?.audit ?? [])].map((line) => ({ key: String(line.id), cells: cells(line) }))}
              />
              {next !== null && (
                <div class="row">
                  <button onClick={() => void more(next).catch(() => reading.again())}>{words.value.objects.more}</button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
