import type { Schemas } from '../api/api.js';

/** One element of the update operation. */
export interface Update {
  externalId: string;
  locationUpdate?: Schemas['LocationUpdate'];
  fieldValues?: Schemas['FieldValue'][];
  initialExternalObject?: Schemas['InitialExternalObject'];
  /** RFC 3339. */
  observedAt?: string;
}

/** The result of an update. */
export type Outcome = { is: 'created' | 'updated' } | { is: 'rejected'; code: string; detail: string };
