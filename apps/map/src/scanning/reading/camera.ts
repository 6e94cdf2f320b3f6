import { type ReadonlySignal, signal } from '@preact/signals';
import { type Decoder, openDecoder } from './decoder.js';
import { dotsOf } from './picture.js';
import { RepeatGuard } from './repeat-guard.js';

export type CameraFault = 'insecure' | 'denied' | 'none' | 'busy' | 'failed';
export type CameraState = { is: 'off' } | { is: 'starting' } | { is: 'on' } | { is: 'fault'; fault: CameraFault };

const LOOK_EVERY_MS = 120;
/** Reading takes longer with more pixels, and these are enough for a code that fills a fifth of the picture. */
const MAX_SIDE = 1000;

/** The DOM types do not include the torch yet. */
interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
}

/** A camera that looks for codes; a phone's rear camera is preferred. */
export class Camera {
  private readonly now = signal<CameraState>({ is: 'off' });
  readonly state: ReadonlySignal<CameraState> = this.now;
  readonly cameras = signal<readonly string[]>([]);
  /** Undefined if this camera has no light. */
  readonly light = signal<boolean | undefined>(undefined);
  private stream: MediaStream | undefined;
  private decoder: Promise<Decoder> | undefined;
  private looking: ReturnType<typeof setTimeout> | undefined;
  private readonly guard = new RepeatGuard();

  constructor(
    private readonly video: HTMLVideoElement,
    /** @param paused if it returns true, codes are ignored */
    private readonly options: { onCode: (text: string) => void; paused: () => boolean },
  ) {}

  async start(deviceId?: string): Promise<void> {
    this.stop();
    if ((navigator.mediaDevices as MediaDevices | undefined) === undefined) return this.fault('insecure');
    this.now.value = { is: 'starting' };
    try {
      const wanted: MediaTrackConstraints = {
        width: { ideal: 1280 },
        height: { ideal: 720 },
        ...(deviceId === undefined ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: deviceId } }),
      };
      const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
      if (this.now.peek().is !== 'starting') return stream.getTracks().forEach((track) => track.stop());
      this.stream = stream;
      this.video.srcObject = stream;
      await this.video.play();
      this.decoder ??= openDecoder();
      await this.decoder;
    } catch (error) {
      this.release();
      return this.fault(faultOf(error));
    }
    const [track] = this.stream.getVideoTracks();
    track?.addEventListener('ended', () => this.fault('busy'));
    const { torch } = (track?.getCapabilities?.() ?? {}) as TorchCapabilities;
    this.light.value = torch === true ? false : undefined;
    this.cameras.value = (await navigator.mediaDevices.enumerateDevices())
      .filter(({ kind }) => kind === 'videoinput')
      .map(({ deviceId: id }) => id);
    this.now.value = { is: 'on' };
    this.lookLater();
  }

  /** Switches to the next of several cameras. */
  async other(): Promise<void> {
    const cameras = this.cameras.peek();
    const present = this.stream?.getVideoTracks()[0]?.getSettings().deviceId ?? '';
    await this.start(cameras[(cameras.indexOf(present) + 1) % cameras.length]);
  }

  async switchLight(): Promise<void> {
    const on = this.light.peek() !== true;
    await this.stream?.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
    this.light.value = on;
  }

  stop(): void {
    this.release();
    this.now.value = { is: 'off' };
  }

  /** Permanently; also releases the decoder. */
  close(): void {
    this.stop();
    void this.decoder?.then((decoder) => decoder.close()).catch(() => undefined);
    this.decoder = undefined;
  }

  private release(): void {
    clearTimeout(this.looking);
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = undefined;
    this.video.srcObject = null;
    this.light.value = undefined;
  }

  private fault(fault: CameraFault): void {
    this.release();
    this.now.value = { is: 'fault', fault };
  }

  private lookLater(): void {
    this.looking = setTimeout(() => void this.look(), LOOK_EVERY_MS);
  }

  private async look(): Promise<void> {
    const { video } = this;
    if (this.now.peek().is !== 'on') return;
    if (!document.hidden && video.videoWidth > 0 && !this.options.paused()) {
      const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
      try {
        const decoder = await this.decoder!;
        const texts = await decoder.read(dotsOf(video, Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)), false);
        if (this.now.peek().is !== 'on') return;
        for (const text of texts) if (this.guard.isNew(text, performance.now()) && !this.options.paused()) this.options.onCode(text);
      } catch (error) {
        console.error(error);
        this.decoder = undefined;
        return this.fault('failed');
      }
    }
    this.lookLater();
  }
}

function faultOf(error: unknown): CameraFault {
  const { name } = error as { name?: string };
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed';
}
