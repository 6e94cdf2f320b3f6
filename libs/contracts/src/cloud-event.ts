/**
 * Headers of a public record: CloudEvents 1.0, Kafka protocol binding 1.0.2, binary content mode (3.2). `ce_id` is
 * `<externalId>@<revision>`, so a repeated record has the same id.
 */
export interface CloudEventHeaders {
  ce_specversion: '1.0';
  ce_id: string;
  ce_source: string;
  ce_type: string;
  ce_time: string;
  ce_subject: string;
  'content-type': 'application/json';
  /** Extension attributes of Waymark. */
  ce_workspace: string;
  ce_revision: string;
}

export function cloudEventHeaders(
  type: string,
  data: { externalId: string; workspace: string; revision: number },
  time: string,
): CloudEventHeaders {
  return {
    ce_specversion: '1.0',
    // Headers are UTF-8 text; the Kafka binding requires no percent-encoding.
    ce_id: `${data.externalId}@${data.revision}`,
    ce_source: `/groups/${data.workspace}`,
    ce_type: type,
    ce_time: time,
    ce_subject: data.externalId,
    'content-type': 'application/json',
    ce_workspace: data.workspace,
    ce_revision: String(data.revision),
  };
}
