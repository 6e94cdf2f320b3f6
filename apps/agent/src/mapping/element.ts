/**
 * What is posted of a reading: an element of `POST /groups/{groupID}/externalObjects` (specification 2.2), which always
 * says when it was observed.
 */
export interface Element {
  readonly externalId: string;
  readonly observedAt: string;
  readonly locationUpdate?: {
    readonly newPosition: { readonly lat: number; readonly lon: number; readonly alt?: number };
    readonly accuracy?: number;
    readonly floor?: string | number;
  };
  readonly fieldValues?: readonly FieldValue[];
  readonly initialExternalObject?: { readonly title?: string; readonly type?: string };
}

export type FieldValue =
  | { readonly type: 'Number'; readonly field: string; readonly value: number | null }
  | { readonly type: 'String'; readonly field: string; readonly value: string | null }
  | {
      readonly type: 'Category';
      readonly field: string;
      readonly value: { readonly namespace: string; readonly categoryName: string } | null;
    };
