/** The choice for the picture of an object. */
export type PictureChoice = { is: 'kept' } | { is: 'new'; blob: Blob } | { is: 'removed' };

/** Replaces the hash of a chosen picture that has not been sent yet. */
export const CHOSEN = 'chosen';
