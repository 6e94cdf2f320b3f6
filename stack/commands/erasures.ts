const ANSWER_TIMEOUT_MS = 2_000;

/** Number of deleted workspaces whose objects still have to be erased, by an object service's metrics; undefined without an answer. */
export async function workspacesToErase(address: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const [, count] = /^waymark_workspaces_to_erase(?:\{[^}]*\})? (\d+)$/m.exec(await answer.text()) ?? [];
    return count === undefined ? undefined : Number(count);
  } catch {
    return undefined;
  }
}
