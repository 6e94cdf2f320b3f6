import type { ElementAnswer } from '../oracle/history.js';

/** The information about a call in an HTTP answer of the gateway. */
export interface ReadAnswer {
  operationId?: string;
  publicOperationId?: string;
  answers: ElementAnswer[];
}

interface ResultBody {
  index?: number;
  status?: string;
  revision?: number;
  stale?: boolean;
  error?: { code?: string };
}

/** Reads an answer. Everything that is not clear counts as unknown, never as success. */
export function readAnswer(status: number, location: string | null, text: string, elements: number): ReadAnswer {
  const all = (answer: ElementAnswer): ElementAnswer[] => Array.from({ length: elements }, () => answer);
  const body = parse(text) as (ResultBody & { operationId?: string; results?: ResultBody[]; code?: string }) | undefined;
  const named = body?.operationId ?? location?.split('/operations/')[1];
  const operation =
    named === undefined ? {} : { operationId: decodeURIComponent(named).slice(0, 36), publicOperationId: decodeURIComponent(named) };
  if (status === 202) return { ...operation, answers: all({ outcome: 'accepted' }) };
  if (Array.isArray(body?.results)) {
    const answers = all({ outcome: 'unknown' });
    for (const result of body.results)
      if (result.index !== undefined && result.index < elements) answers[result.index] = readResult(result);
    return { ...operation, answers };
  }
  if (body?.status === 'created' || body?.status === 'updated' || body?.status === 'rejected')
    return { ...operation, answers: [readResult(body)] };
  if (status >= 400 && status < 500 && status !== 408) return { ...operation, answers: all({ outcome: 'refused' }) };
  return { ...operation, answers: all({ outcome: 'unknown' }) };
}

function readResult(result: ResultBody): ElementAnswer {
  if ((result.status === 'created' || result.status === 'updated') && typeof result.revision === 'number') {
    return { outcome: 'applied', status: result.status, revision: result.revision, stale: result.stale === true };
  }
  if (result.status === 'rejected' && typeof result.error?.code === 'string') return { outcome: 'rejected', code: result.error.code };
  return { outcome: 'unknown' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
