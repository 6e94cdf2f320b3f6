export interface PictureSize {
  /** Pixels. */
  width: number;
  height: number;
}

/** Not a picture that is kept. Told to who sent it, so it says what is wrong and what to do. */
export class NoPictureError extends Error {
  override readonly name = 'NoPictureError';
}

export const damaged = (): NoPictureError => new NoPictureError('The file is damaged; save the picture again.');

/** As a page, a script or an archive would that is hung behind a picture. */
export const goesOn = (bytes: number): NoPictureError =>
  new NoPictureError(`The file goes on for ${bytes} bytes behind the picture's end; save the picture again, without what was added.`);

export const severalFrames = (): NoPictureError => new NoPictureError('The file holds several frames; send one picture.');

export const nothingShown = (): NoPictureError => new NoPictureError('The file holds no picture; save it again.');
