type Point = readonly [number, number];

/** A curve from `start` to `end`, bent towards `bend`. */
export type Curve = readonly [start: Point, bend: Point, end: Point];

const at = (t: number, [a, b, c]: Curve, axis: 0 | 1) =>
  (1 - t) ** 2 * a[axis] + 2 * t * (1 - t) * b[axis] + t ** 2 * c[axis];

const slope = (t: number, [a, b, c]: Curve, axis: 0 | 1) =>
  2 * (1 - t) * (b[axis] - a[axis]) + 2 * t * (c[axis] - b[axis]);

/** The SVG path of the needles on both sides of a twig. They vary, but are the same in every picture. */
export function needlesAlong(curve: Curve, count: number, length: number): string {
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
export const twigAlong = ([a, b, c]: Curve): string => `M${a.join(" ")}Q${b.join(" ")} ${c.join(" ")}`;
