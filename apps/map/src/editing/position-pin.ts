import type { MapScene } from '../map/map-scene.js';

const STEP_PX = 4;
const LONG_STEP_PX = 40;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const SVG = 'http://www.w3.org/2000/svg';

/**
 * A pin that can be dragged or moved by arrow keys. It keeps its geographic position while the map moves; degrees are rounded to the
 * resolution of the screen.
 */
export class PositionPin {
  private readonly button = document.createElement('button');
  private readonly follow = (): void => this.place();
  private grip: { x: number; y: number } | undefined;

  constructor(
    private readonly scene: MapScene,
    private at: { lat: number; lon: number },
    label: string,
    private readonly moved: (at: { lat: number; lon: number }) => void,
  ) {
    this.button.type = 'button';
    this.button.className = 'edit-pin';
    this.button.setAttribute('aria-label', label);
    this.button.title = label;
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', 'M12 1.5a7.5 7.5 0 0 0-7.5 7.5c0 5.6 7.5 14 7.5 14s7.5-8.4 7.5-14A7.5 7.5 0 0 0 12 1.5Z');
    svg.append(path);
    this.button.append(svg);
    this.listen();
    scene.map.getContainer().append(this.button);
    scene.map.on('move', this.follow);
    this.place();
  }

  /** Moves the pin to a position set elsewhere. */
  put(at: { lat: number; lon: number }): void {
    this.at = at;
    this.place();
  }

  remove(): void {
    this.scene.map.off('move', this.follow);
    this.button.remove();
  }

  private listen(): void {
    const { button } = this;
    button.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      const { x, y } = this.point();
      this.grip = { x: x - event.clientX, y: y - event.clientY };
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener('pointermove', (event) => {
      if (this.grip !== undefined) this.moveTo(event.clientX + this.grip.x, event.clientY + this.grip.y);
    });
    for (const name of ['pointerup', 'pointercancel'] as const) button.addEventListener(name, () => (this.grip = undefined));
    // Otherwise, the map would also handle these events.
    for (const name of ['mousedown', 'touchstart', 'click', 'dblclick'] as const)
      button.addEventListener(name, (event) => event.stopPropagation(), { passive: true });
    button.addEventListener('keydown', (event) => {
      const arrow = ARROWS[event.key];
      if (arrow === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const step = event.shiftKey ? LONG_STEP_PX : STEP_PX;
      const { x, y } = this.point();
      this.moveTo(x + arrow[0] * step, y + arrow[1] * step);
    });
  }

  private point(): { x: number; y: number } {
    return this.scene.map.project([this.at.lon, this.at.lat]);
  }

  private moveTo(x: number, y: number): void {
    const { lat, lng } = this.scene.map.unproject([x, y]).wrap();
    const digits = Math.max(3, Math.ceil(this.scene.map.getZoom() / 3) + 1);
    this.put({ lat: rounded(Math.max(-90, Math.min(90, lat)), digits), lon: rounded(lng, digits) });
    this.moved(this.at);
  }

  private place(): void {
    const { x, y } = this.point();
    this.button.style.translate = `${x}px ${y}px`;
  }
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(Math.min(7, digits)));
