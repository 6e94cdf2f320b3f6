import { useEffect, useRef } from 'preact/hooks';
import { formatAddress } from '../address/address.js';
import { useApp } from '../app/app.js';
import { Fence } from '../loading/fence.js';
import { Lazily } from '../loading/lazily.js';
import { TABS } from './settings-tabs.js';

/** Personal settings, and those of the workspace that the person may administer. The address selects the open page. */
export function SettingsPage() {
  const { words, address, workspace } = useApp();
  const { pages, administration } = words.value;
  const tabs = TABS.filter(
    ({ scopes, oneOf }) => scopes.every((scope) => workspace.may(scope)) && (oneOf?.some((scope) => workspace.may(scope)) ?? true),
  );
  const { ws, more } = address.now.value;
  const open = tabs.find(({ name }) => name === more.tab) ?? tabs[0]!;
  const bar = useRef<HTMLElement>(null);
  // On a phone, some tabs are out of view.
  useEffect(() => bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }), [open.name]);
  const moreOf = (name: string): Record<string, string> => (name === 'own' ? {} : { tab: name });
  return (
    <div class="page-body">
      <h1>{pages.Settings}</h1>
      {tabs.length > 1 && (
        <nav ref={bar} class="tabs" aria-label={pages.Settings}>
          {tabs.map(({ name }) => (
            <a
              key={name}
              href={`#${formatAddress({ ws, page: 'Settings', id: undefined, more: moreOf(name) })}`}
              aria-current={name === open.name ? 'page' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                address.go({ more: moreOf(name) });
              }}
            >
              {administration.tabs[name]}
            </a>
          ))}
        </nav>
      )}
      <Fence key={open.name}>
        <Lazily load={open.load} />
      </Fence>
    </div>
  );
}
