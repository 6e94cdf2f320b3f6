import './shared-frame.css';
import type { FunctionComponent } from 'preact';
import { useApp } from '../app/app.js';
import { Lazily } from '../loading/lazily.js';
import { claimsOf } from '../session/claims.js';

/** The app for a share link: the map with the shared objects, without navigation. Embedded, only the map. */
export function SharedFrame({ loadMap }: { loadMap: () => Promise<FunctionComponent> }) {
  const { words, format, address, session } = useApp();
  const { shared, embed } = address.now.value.more;
  const shown = session.shown.value;
  const { sharing, app, pages } = words.value;
  const map = (
    <main id="content" class="page" tabIndex={-1} aria-label={pages.Map}>
      <Lazily load={loadMap} />
    </main>
  );
  if (embed)
    return (
      <div class="shared-frame shared-frame-embedded">
        {map}
        <footer>
          <a
            class="shared-frame-open"
            target="_blank"
            rel="noopener"
            href={address.link({ more: { ...address.now.value.more, embed: '' } })}
          >
            {sharing.openApp}
          </a>
        </footer>
      </div>
    );
  return (
    <div class="shared-frame">
      <header class="shared-frame-banner">
        <img src="/app/icon.svg" alt="" />
        <h1>{shown?.name || shared || app.name}</h1>
        {shown !== undefined && <span class="quiet-text">{sharing.banner(format.value.time(shown.until))}</span>}
      </header>
      {map}
    </div>
  );
}

/** Shows that a link does not work, and the reason if it is known. @param token of a link that contains it, whose expiry can be read */
export function ShareOver({ token }: { token: string | undefined }) {
  const { words, format, session } = useApp();
  const { sharing } = words.value;
  const expiresAt = session.shown.value?.until ?? (token === undefined ? undefined : expiryOf(token));
  const why = (): string => {
    if (expiresAt === undefined) return token === undefined ? sharing.overUnknown : sharing.overBroken;
    return expiresAt <= Date.now() ? sharing.overExpired(format.value.time(expiresAt)) : sharing.overRevoked;
  };
  return (
    <main class="way-in" id="content" tabIndex={-1}>
      <div class="card">
        <h1>{sharing.overTitle}</h1>
        <p role="alert">{why()}</p>
        <p class="quiet-text">{sharing.overHint}</p>
        <a class="button" href={location.pathname}>
          {sharing.signIn}
        </a>
      </div>
    </main>
  );
}

function expiryOf(token: string): number | undefined {
  try {
    return claimsOf(token).expiresAt;
  } catch {
    return undefined;
  }
}
