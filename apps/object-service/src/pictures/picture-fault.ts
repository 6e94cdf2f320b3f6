export interface PictureSize {
  /** Pixels. */
  width: number;
  height: number;
}

/** The file is not an accepted picture. The sender reads the message, so it names the fault and the remedy. */
export class NoPictureError extends Error {
  override readonly name = 'NoPictureError';
}

export const damaged = (): NoPictureError => new NoPictureError('The file is damaged; save the picture again.');

/** For a page, a script or an archive that is appended to a picture. */
export const goesOn = (bytes: number): NoPictureError =>
  new NoPictureError(`The file goes on for ${bytes} bytes behind the picture's end; save the picture again, without what was added.`);

export const severalFrames = (): NoPictureError => new NoPictureError('The file holds several frames; send one picture.');

export const nothingShown = (): NoPictureError => new NoPictureError('The file holds no picture; save it again.');
