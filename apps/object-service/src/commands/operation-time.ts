const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Creation time of an operation, milliseconds since the epoch, from its UUIDv7 (lower case); undefined for any other text. */
export function operationTime(operationId: string): number | undefined {
  if (!UUID_V7.test(operationId)) return undefined;
  return Number.parseInt(operationId.slice(0, 8) + operationId.slice(9, 13), 16);
}

/** The smallest UUIDv7 of a millisecond, as the bound of a partition. */
export function leastOperationId(milliseconds: number): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
