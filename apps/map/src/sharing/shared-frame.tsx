import { useApp } from '../app.js';
import { Lazily } from '../shell/lazily.js';
import { claimsOf } from '../session/claims.js';
import './shared-frame.css';

const loadMap = () => import('../map/map-page.js').then(({ MapPage }) => MapPage);

/** What somebody sees who came by a share link: the map with what it shows, and no way elsewhere. Embedded, nothing but the map. */
export function SharedFrame() {
  const { words, format, address } = useApp();
  const { share, shared, embed } = address.now.value.more;
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
        <a class="shared-frame-open" target="_blank" rel="noopener" href={address.link({ more: { ...address.now.value.more, embed: '' } })}>
          {sharing.openApp}
        </a>
      </div>
    );
  return (
    <div class="shared-frame">
      <header class="shared-frame-banner">
        <img src="/app/icon.svg" alt="" />
        <h1>{shared || app.name}</h1>
        <span class="quiet-text">{sharing.banner(format.value.time(claimsOf(share!).expiresAt))}</span>
      </header>
      {map}
    </div>
  );
}

/** Says that a link shows nothing, and why as far as one can tell. */
export function ShareOver({ share }: { share: string }) {
  const { words, format } = useApp();
  const { sharing } = words.value;
  const expiresAt = expiryOf(share);
  return (
    <main class="way-in" id="content" tabIndex={-1}>
      <div class="card">
        <h1>{sharing.overTitle}</h1>
        <p role="alert">{expiresAt === undefined ? sharing.overBroken : expiresAt <= Date.now() ? sharing.overExpired(format.value.time(expiresAt)) : sharing.overRevoked}</p>
        <p class="quiet-text">{sharing.overHint}</p>
        <a class="button" href={location.pathname}>
          {sharing.signIn}
        </a>
      </div>
    </main>
  );
}

function expiryOf(share: string): number | undefined {
  try {
    return claimsOf(share).expiresAt;
  } catch {
    return undefined;
  }
}
