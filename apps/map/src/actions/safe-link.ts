const PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:'];

/**
 * The address that a link action opens, as the browser writes it; undefined if the app does not open it. Other people write links on
 * objects, so a link must not run anything or disguise its host: only absolute http, https, mailto and tel addresses without a name and
 * password before the host.
 */
export function safeLink(target: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  let url: URL;
  try {
    url = new URL(target);
  } catch {
    return undefined;
  }
  if (!PROTOCOLS.includes(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'http:' || url.protocol === 'https:') return url.hostname === '' ? undefined : url.href;
  return url.pathname === '' ? undefined : url.href;
}

/** The part of a link that people should see before they follow it: the host, the email address or the number. */
export function linkGoesTo(href: string): string {
  const url = new URL(href);
  return url.host !== '' ? url.host : url.pathname;
}
