import { useApp } from '../../app/app.js';
import { useReading } from '../../loading/loaded.js';
import { readCallerNames } from '../callers/caller-names.js';
import { AccessCalls } from './access-calls.js';
import { Changes } from './changes.js';

/** The audit of changes and of calls. Each part is shown only to people with the permission. */
export function AuditPage() {
  const app = useApp();
  const { workspace } = app;
  const names = useReading(() => readCallerNames(app));
  return (
    <>
      {workspace.may('audit:read') && <Changes names={names.value} />}
      {workspace.may('reports:read') && <AccessCalls names={names.value} />}
    </>
  );
}
