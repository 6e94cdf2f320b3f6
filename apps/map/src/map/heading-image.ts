const SIZE = 96;

/** An arrow to the north around a circle, which the map colours and rotates. */
export function drawHeading(): ImageData {
  const canvas = new OffscreenCanvas(SIZE, SIZE);
  const pen = canvas.getContext('2d')!;
  pen.beginPath();
  pen.moveTo(SIZE / 2, 4);
  pen.lineTo(SIZE / 2 + 15, 30);
  pen.lineTo(SIZE / 2 - 15, 30);
  pen.closePath();
  pen.fill();
  return pen.getImageData(0, 0, SIZE, SIZE);
}
