const LONGEST_SIDE = 2400;

/**
 * The dots of a picture, made smaller where it is larger than reading needs. @throws Error where it is no picture that
 * the browser opens
 */
export async function dotsOfPicture(file: Blob): Promise<ImageData> {
  // Not createImageBitmap: it takes no SVG.
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    const { naturalWidth, naturalHeight } = picture;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(naturalWidth, naturalHeight));
    return dotsOf(picture, Math.max(1, Math.round(naturalWidth * scale)), Math.max(1, Math.round(naturalHeight * scale)));
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

/** On white: a code that was saved without ground is black on nothing. */
export function dotsOf(source: CanvasImageSource, width: number, height: number): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(source, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height);
}
