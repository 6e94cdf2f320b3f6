import type { FunctionComponent } from 'preact';
import type { Page } from '../address/address.js';
import { useApp } from '../app/app.js';
import { Keyboard } from '../help/keyboard.js';
import { Fence } from '../loading/fence.js';
import { Lazily } from '../loading/lazily.js';
import { SharedFrame, ShareOver } from '../sharing/shared-frame.js';
import { ChangePasswordPage } from '../sign-in/change-password-page.js';
import { InvitationPage } from '../sign-in/invitation-page.js';
import { SignInPage } from '../sign-in/sign-in-page.js';
import { ChooseWorkspacePage } from '../workspace-choice/choose-workspace-page.js';
import { Navigation } from './navigation.js';
import { NoticeList } from './notice-list.js';

/** Loads the code of each page when it is first opened. */
export type Pages = Readonly<Record<Page, () => Promise<FunctionComponent>>>;

/** The frame around each page: sign-in, navigation, notices. */
export function Shell({ pages }: { pages: Pages }) {
  const { words } = useApp();
  return (
    <>
      <a class="skip" href="#content" onClick={focusContent}>
        {words.value.app.skipToContent}
      </a>
      <Fence>
        <Inside pages={pages} />
      </Fence>
      <NoticeList />
    </>
  );
}

function Inside({ pages }: { pages: Pages }) {
  const { session, workspace, address, words } = useApp();
  const state = session.state.value;
  if (state.is === 'starting') return <Whole text={words.value.app.starting} />;
  if (state.is === 'unreachable') return <Whole text={words.value.app.unreachable} />;
  const { s: code, share: token, invite, for: email } = address.now.value.more;
  if (invite !== undefined) return <InvitationPage key={invite} secret={invite} email={email} />;
  if (state.is === 'signed-out' && (code ?? token) !== undefined) return <ShareOver token={code === undefined ? token : undefined} />;
  if (state.is === 'signed-out') return <SignInPage ended={state.why === 'ended'} />;
  if (state.is === 'must-change-password') return <ChangePasswordPage />;
  const open = workspace.state.value;
  if (open.is === 'resolving') return <Whole text={words.value.app.loading} />;
  const choosing = address.now.value.more.workspaces !== undefined && state.who.kind === 'person';
  if (open.is !== 'open' || choosing) return <ChooseWorkspacePage state={open} />;
  if (state.who.kind === 'share') return <SharedFrame loadMap={pages.Map} />;
  const { page } = address.now.value;
  return (
    <div class="frame">
      <Navigation />
      {session.away.value && (
        <p class="away" role="status">
          {words.value.app.away}
        </p>
      )}
      <main id="content" class="page" tabIndex={-1} aria-label={words.value.pages[page]}>
        <Fence key={`${open.id} ${page}`}>
          <Lazily key={page} load={pages[page]} />
        </Fence>
      </main>
      <Keyboard />
    </div>
  );
}

function Whole({ text }: { text: string }) {
  return (
    <main id="content" class="whole" tabIndex={-1}>
      <p role="status">{text}</p>
    </main>
  );
}

/** Not a plain link, because that would change the fragment, which is the app's address. */
function focusContent(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
