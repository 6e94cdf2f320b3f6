/** The choice for the picture of an object. */
export type PictureChoice = { is: 'kept' } | { is: 'new'; blob: Blob } | { is: 'removed' };

/** In the place of the hash of a picture that was chosen and not sent yet. */
export const CHOSEN = 'chosen';
