import type { Schemas } from '../../api/api.js';

/**
 * An element of `POST /groups/{groupID}/externalObjects`. The interface's own type says that one of two parts must be
 * there, which leaves it without members here.
 */
export interface ObjectReport {
  externalId: string;
  /** RFC 3339. */
  observedAt?: string;
  locationUpdate?: Schemas['LocationUpdate'];
  fieldValues?: Schemas['FieldValue'][];
  initialExternalObject?: Schemas['InitialExternalObject'];
}
