import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { DecoderAnswer, DecoderRequest } from './decoder.js';

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

const FORMATS: ReaderOptions['formats'] = ['QRCode', 'MicroQRCode', 'DataMatrix', 'Aztec', 'Code128', 'Code39', 'EAN13', 'EAN8'];

onmessage = async ({ data: { n, image, thorough } }: MessageEvent<DecoderRequest>): Promise<void> => {
  let answer: DecoderAnswer;
  try {
    const codes = await readBarcodes(image, {
      formats: FORMATS,
      maxNumberOfSymbols: 4,
      tryHarder: thorough,
      tryInvert: thorough,
      tryRotate: thorough,
      tryDownscale: true,
    });
    answer = { n, texts: codes.filter(({ isValid }) => isValid).map(({ text }) => text) };
  } catch (error) {
    answer = { n, failed: String(error) };
  }
  postMessage(answer);
};
