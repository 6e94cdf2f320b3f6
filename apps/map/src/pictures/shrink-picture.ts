/** The default limit of an installation (MAX_PICTURE_BYTES). */
const MAX_BYTES = 512 * 1024;
const TRIES: readonly { side: number; quality: number }[] = [
  { side: 1280, quality: 0.85 },
  { side: 1280, quality: 0.7 },
  { side: 1024, quality: 0.6 },
  { side: 640, quality: 0.5 },
];

/** Why a file cannot be used as a picture; the key of its message. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault';

  constructor(readonly why: 'notAPicture' | 'tooLarge') {
    super(why);
  }
}

/**
 * The picture as a JPEG that is small enough to store, upright, on white. Drawing it again removes all metadata of the camera (EXIF), such
 * as time, device and especially location.
 * @throws PictureFault
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new PictureFault('notAPicture');
  });
  try {
    for (const { side, quality } of TRIES) {
      const small = await drawn(picture, side, quality);
      if (small !== null && small.size <= MAX_BYTES) return small;
    }
  } finally {
    picture.close();
  }
  throw new PictureFault('tooLarge');
}

function drawn(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
