export interface PictureSize {
  /** Pixels. */
  width: number;
  height: number;
}

/** The file is not an accepted picture. The message, which is for the sender, contains the fault and the remedy. */
export class NoPictureError extends Error {
  override readonly name = 'NoPictureError';
}

export const damaged = (): NoPictureError => new NoPictureError('The file is damaged; save the picture again.');

/** The error for a picture with something appended, such as a page, a script or an archive. */
export const trailingBytes = (bytes: number): NoPictureError =>
  new NoPictureError(`The file has ${bytes} extra bytes after the end of the picture; save the picture again without them.`);

export const severalFrames = (): NoPictureError => new NoPictureError('The file contains several frames; send a single picture.');

export const nothingShown = (): NoPictureError => new NoPictureError('The file contains no picture; save it again.');
