/** The times of all observations of an object in the history, oldest first. */
export async function timesOf(url: string, token: string, workspace: string, externalId: string): Promise<string[]> {
  const times: string[] = [];
  for (
    let path: string | null | undefined =
      `/groups/${workspace}/externalObjects/${encodeURIComponent(externalId)}/history?order=oldest&limit=1000`;
    path;
  ) {
    const response: Response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    if (response.status === 404) return times;
    const page = (await response.json()) as { history: { observedAt: string }[]; next?: string | null };
    times.push(...page.history.map(({ observedAt }) => observedAt));
    path = page.next;
  }
  return times;
}
