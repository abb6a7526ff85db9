import { pinePath } from "./pine-path.ts";

/** x, y of the ground, height, width */
type Pine = readonly [number, number, number, number];

/** A row of pines along a slope. They vary in size and distance, but are the same on every page load. */
function forest(
  from: number,
  to: number,
  step: number,
  ground: (x: number) => number,
  height: number,
): Pine[] {
  return Array.from({ length: Math.floor((to - from) / step) }, (_, index) => {
    const x = from + index * step + ((index * index * 29 + index * 17) % 41) * (step / 46);
    const tall = height * (0.5 + (((index * 53 + 5) % 17) / 17) * 0.7);
    return [x, ground(x) + height * 0.09, tall, tall * 0.48];
  });
}

const ridge = (x: number) => 176 - 26 * Math.sin(x / 230) - 10 * Math.sin(x / 77);
const slope = (x: number) => 226 - 22 * Math.sin(x / 310 + 2);

const farForest = forest(-10, 1460, 29, ridge, 46);
const nearForest: readonly Pine[] = [
  ...forest(-30, 330, 34, slope, 132),
  ...forest(400, 545, 36, slope, 70),
  ...forest(985, 1060, 33, slope, 66),
  ...forest(1085, 1470, 35, slope, 140),
];

const outline = (pines: readonly Pine[]) =>
  pines.map(([x, ground, height, width]) => pinePath(x, ground, height, width)).join("");

const line = (height: (x: number) => number) =>
  Array.from({ length: 37 }, (_, index) => `${index * 40} ${height(index * 40).toFixed(1)}`).join("L");

/** Trees and a lit house at the bottom of every consumer screen, as decoration. */
export function Treeline() {
  return (
    <svg
      className="o-treeline"
      viewBox="0 0 1440 320"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <path fill="#163f47" opacity=".55" d={`M${line(ridge)}L1440 320L0 320Z${outline(farForest)}`} />
      <path fill="#24505a" opacity=".7" d={`M${line((x) => slope(x) - 6)}L1440 320L0 320Z`} />
      <House />
      <path fill="#0b2a2a" d={outline(nearForest)} />
      <path fill="#0a2423" d={`M${line(slope)}L1440 320L0 320Z`} />
    </svg>
  );
}

const House = () => (
  <g transform="translate(930 158)">
    <radialGradient id="o-treeline-glow">
      <stop stopColor="#ffd98a" stopOpacity="0.5" />
      <stop offset="1" stopColor="#ffd98a" stopOpacity="0" />
    </radialGradient>
    <ellipse cx="20" cy="30" rx="88" ry="46" fill="url(#o-treeline-glow)" />
    <path fill="#3d2327" d="M0 18h40v26H0z" />
    <path fill="#b9cdd4" d="M-6 20L20 0l26 20-4 3L20 7-2 23z" />
    <path fill="#ffd98a" d="M6 25h9v9H6zM25 25h9v9h-9z" />
  </g>
);
