type Point = readonly [number, number];

/** A curve from `start` to `end`, bent towards `bend`. */
type Curve = readonly [start: Point, bend: Point, end: Point];

const at = (t: number, [a, b, c]: Curve, axis: 0 | 1) =>
  (1 - t) ** 2 * a[axis] + 2 * t * (1 - t) * b[axis] + t ** 2 * c[axis];

const slope = (t: number, [a, b, c]: Curve, axis: 0 | 1) =>
  2 * (1 - t) * (b[axis] - a[axis]) + 2 * t * (c[axis] - b[axis]);

/** The SVG path of the needles on both sides of a twig. They vary, but are the same in every picture. */
function needlesAlong(curve: Curve, count: number, length: number): string {
  const needles = Array.from({ length: count * 2 }, (_, index) => {
    const t = (index + 1) / (count * 2 + 1);
    const side = index % 2 === 0 ? 1 : -1;
    const varied = ((index * 37) % 11) / 11;
    const angle = Math.atan2(slope(t, curve, 1), slope(t, curve, 0)) + side * (0.62 + varied * 0.35);
    const reach = length * (0.75 + varied * 0.35) * (1 - t * 0.35);
    const [x, y] = [at(t, curve, 0), at(t, curve, 1)];
    return `M${x.toFixed(1)} ${y.toFixed(1)}l${(Math.cos(angle) * reach).toFixed(1)} ${(Math.sin(angle) * reach).toFixed(1)}`;
  });
  return needles.join("");
}

/** The SVG path of the twig itself. */
const twigAlong = ([a, b, c]: Curve): string => `M${a.join(" ")}Q${b.join(" ")} ${c.join(" ")}`;

const boughs: readonly Curve[] = [
  [
    [668, -6],
    [500, 6],
    [318, 66],
  ],
  [
    [560, 10],
    [500, 46],
    [414, 78],
  ],
  [
    [640, 20],
    [600, 62],
    [532, 92],
  ],
  [
    [470, 14],
    [420, -4],
    [352, 2],
  ],
];

/** The branch of a fir at the top right, from which the ornament hangs at its tip. */
export function Branch() {
  const twigs = boughs.map(twigAlong).join("");
  const needles = (count: number, length: number) =>
    boughs.map((bough) => needlesAlong(bough, count, length)).join("");
  return (
    <g fill="none" strokeLinecap="round">
      <path d={needles(34, 27)} stroke="#123f38" strokeWidth="6" />
      <path d={twigs} stroke="#5a3d28" strokeWidth="6" />
      <path d={needles(30, 24)} stroke="#26695a" strokeWidth="3.4" />
      <path d={needles(17, 19)} stroke="#4f9c82" strokeWidth="2.2" />
      <path
        d="M452 20c14-9 34-8 44-2M386 44c10-6 22-6 30-1M568 8c12-8 30-9 44-4M560 70c9-8 20-10 28-6"
        stroke="#eef4f6"
        strokeWidth="7"
      />
    </g>
  );
}
