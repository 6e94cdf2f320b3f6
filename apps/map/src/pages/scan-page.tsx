import '../scanning/scan.css';
import { useApp } from '../app/app.js';
import { CodesTab } from '../codes/codes-tab.js';
import { Scanning } from '../scanning/scanning.js';

/** Scan codes, or print them. */
export function ScanPage() {
  const { words, address, workspace } = useApp();
  const { pages, scanning } = words.value;
  const codes = address.now.value.more.tab === 'codes';
  return (
    <div class="page-body">
      <div class="spread scan-head">
        <h1>{pages.Scan}</h1>
        <div class="row" role="group" aria-label={scanning.tabs.label}>
          <button aria-pressed={!codes} onClick={() => address.go({ id: undefined, more: {} })}>
            {scanning.tabs.scan}
          </button>
          <button aria-pressed={codes} onClick={() => address.go({ id: undefined, more: { tab: 'codes' } })}>
            {scanning.tabs.codes}
          </button>
        </div>
      </div>
      {codes ? <CodesTab key={workspace.id} /> : <Scanning key={workspace.id} />}
    </div>
  );
}
