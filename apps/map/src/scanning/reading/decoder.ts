/** Finds codes in pictures. */
export interface Decoder {
  /** @param thorough for a single picture, whose code may be turned, small or inverted; takes longer @returns the texts of the codes */
  read(image: ImageData, thorough: boolean): Promise<string[]>;
  close(): void;
}

/** The browser's own decoder (Shape Detection API), which the DOM types do not include yet. */
interface NativeDetector {
  detect(image: ImageData): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

const NATIVE_FORMATS = ['qr_code', 'data_matrix', 'aztec', 'code_128', 'code_39', 'ean_13', 'ean_8'];

/** The browser's own decoder if it can read QR codes, with ours for pictures in which it finds nothing; otherwise ours. */
export async function openDecoder(): Promise<Decoder> {
  const native = await nativeDetector();
  if (native === undefined) return new WorkerDecoder();
  let own: WorkerDecoder | undefined;
  return {
    async read(image, thorough) {
      const found = await native.detect(image).then(
        (codes) => codes.map(({ rawValue }) => rawValue),
        () => [],
      );
      if (found.length > 0 || !thorough) return found;
      own ??= new WorkerDecoder();
      return own.read(image, true);
    },
    close: () => own?.close(),
  };
}

async function nativeDetector(): Promise<NativeDetector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  if (BarcodeDetector === undefined) return undefined;
  try {
    const supported = await BarcodeDetector.getSupportedFormats();
    if (!supported.includes('qr_code')) return undefined;
    return new BarcodeDetector({ formats: NATIVE_FORMATS.filter((format) => supported.includes(format)) });
  } catch {
    return undefined;
  }
}

export interface DecoderRequest {
  n: number;
  image: ImageData;
  thorough: boolean;
}
export type DecoderAnswer = { n: number; texts: string[] } | { n: number; failed: string };

/** zxing in a worker, so that the page stays responsive. */
class WorkerDecoder implements Decoder {
  private readonly worker = new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module' });
  private readonly pending = new Map<number, { resolve: (texts: string[]) => void; reject: (error: Error) => void }>();
  private next = 1;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<DecoderAnswer>) => {
      const waiting = this.pending.get(data.n);
      this.pending.delete(data.n);
      if ('texts' in data) waiting?.resolve(data.texts);
      else waiting?.reject(new Error(data.failed));
    };
    this.worker.onerror = (event) => this.failAll(new Error(event.message || 'The decoder could not be loaded.'));
  }

  read(image: ImageData, thorough: boolean): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const n = this.next++;
      this.pending.set(n, { resolve, reject });
      const request: DecoderRequest = { n, image, thorough };
      this.worker.postMessage(request, [image.data.buffer]);
    });
  }

  close(): void {
    this.worker.terminate();
    this.failAll(new Error('closed'));
  }

  private failAll(error: Error): void {
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }
}
