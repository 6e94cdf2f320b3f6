import type { Schemas } from '../../api/api.js';

/**
 * An element of `POST /groups/{groupID}/externalObjects`. The generated type requires one of two members, which leaves it without members
 * here.
 */
export interface ObjectReport {
  externalId: string;
  /** RFC 3339. */
  observedAt?: string;
  locationUpdate?: Schemas['LocationUpdate'];
  fieldValues?: Schemas['FieldValue'][];
  initialExternalObject?: Schemas['InitialExternalObject'];
}
