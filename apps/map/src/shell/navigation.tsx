import { type Page, PAGES } from '../address/address.js';
import { formatAddress } from '../address/address.js';
import { useApp } from '../app/app.js';
import { Icon, type IconName } from '../design/icon.js';
import { WorkspaceMenu } from '../workspace-choice/workspace-menu.js';

const ICONS: Record<Page, IconName> = { Map: 'map', Scan: 'scan', Dashboards: 'dashboards', Polls: 'polls', Settings: 'settings' };

/** The navigation between the pages: at the side of a wide screen, at the bottom of a phone's. */
export function Navigation() {
  const { address, words } = useApp();
  const { ws, page: present } = address.now.value;
  return (
    <nav class="navigation" aria-label={words.value.app.name}>
      <WorkspaceMenu />
      <ul>
        {PAGES.map((page) => (
          <li key={page}>
            <a
              href={`#${formatAddress({ ws, page, id: undefined, more: {} })}`}
              aria-current={page === present ? 'page' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                address.go({ page, id: undefined, more: {} });
              }}
            >
              <Icon name={ICONS[page]} />
              <span>{words.value.pages[page]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
