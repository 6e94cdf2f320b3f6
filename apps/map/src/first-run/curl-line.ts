/** The parts of a line for a terminal. */
export interface CurlLine {
  origin: string;
  workspace: string;
  token: string;
  externalId: string;
  position: { lat: number; lon: number };
  title: string;
}

/** A line for a POSIX shell that reports an object and can be pasted unchanged. */
export function curlLine({ origin, workspace, token, externalId, position: { lat, lon }, title }: CurlLine): string {
  const body = [
    {
      externalId,
      locationUpdate: { newPosition: { lat: Number(lat.toFixed(5)), lon: Number(lon.toFixed(5)) } },
      fieldValues: [{ type: 'Number', field: 'battery', value: 87 }],
      initialExternalObject: { title },
    },
  ];
  const address = `${origin}/groups/${encodeURIComponent(workspace)}/externalObjects`;
  return (
    `curl ${quoted(address)} -H ${quoted(`Authorization: Bearer ${token}`)} -H 'Content-Type: ` +
    `application/json' -d ${quoted(JSON.stringify(body))}`
  );
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
