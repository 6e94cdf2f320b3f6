import { type QrSquares, QUIET_ZONE, squaresPath } from './qr-code.js';

/** A code on the screen: dark on white in both themes, as readers expect. */
export function QrPicture({ squares, label }: { squares: QrSquares; label: string }) {
  const whole = squares.size + 2 * QUIET_ZONE;
  return (
    <svg
      class="code-picture"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}`}
      shape-rendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={whole} height={whole} fill="#fff" />
      <path d={squaresPath(squares)} fill="#000" />
    </svg>
  );
}
