/** A text as one quoted word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A line for a shell that tries a token: it reads if the token may read, otherwise it writes. */
export function curlLine({
  origin,
  workspace,
  token,
  scopes,
}: {
  origin: string;
  workspace: string;
  token: string;
  scopes: readonly string[];
}): string {
  const objects = `${origin}/groups/${encodeURIComponent(workspace)}/externalObjects`;
  const bearer = `-H ${quoted(`Authorization: Bearer ${token}`)}`;
  if (scopes.includes('objects:write')) {
    const body = JSON.stringify([{ externalId: 'try-1', locationUpdate: { newPosition: { lat: 53.4084, lon: -2.9916 } } }]);
    return `curl -s ${quoted(objects)} ${bearer} -H 'Content-Type: application/json' -d ${quoted(body)}`;
  }
  if (scopes.includes('objects:read')) return `curl -s ${quoted(`${objects}?limit=5`)} ${bearer}`;
  return `curl -s ${quoted(`${origin}/auth/me`)} ${bearer}`;
}
