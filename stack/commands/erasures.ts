const ANSWER_TIMEOUT_MS = 2_000;

/** Deleted workspaces whose objects an object service still has to erase, by its metrics; undefined when it does not answer. */
export async function workspacesToErase(address: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const [, count] = /^waymark_workspaces_to_erase(?:\{[^}]*\})? (\d+)$/m.exec(await answer.text()) ?? [];
    return count === undefined ? undefined : Number(count);
  } catch {
    return undefined;
  }
}
