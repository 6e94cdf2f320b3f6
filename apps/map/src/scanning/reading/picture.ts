const MAX_SIDE = 2400;

/** The pixels of a picture, scaled down if it is larger than needed. @throws Error if the browser cannot open the file as a picture */
export async function dotsOfPicture(file: Blob): Promise<ImageData> {
  // Not createImageBitmap, which does not support SVG.
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    const { naturalWidth, naturalHeight } = picture;
    const scale = Math.min(1, MAX_SIDE / Math.max(naturalWidth, naturalHeight));
    return dotsOf(picture, Math.max(1, Math.round(naturalWidth * scale)), Math.max(1, Math.round(naturalHeight * scale)));
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

/** On white, because a code saved with a transparent background would be black on black. */
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
