import { type ReactNode, useId } from "react";

/** The colors of a small picture, by name: `url(#…)` of its gradients. */
export type Fill = (name: "gold" | "halo" | "snow" | "berry") => string;

/** The frame of a small picture above a title: a pool of warm light. Screen readers skip it. */
export function SmallPicture({ children }: { children: (fill: Fill) => ReactNode }) {
  const id = useId();
  const fill: Fill = (name) => `url(#${id}-${name})`;
  return (
    <svg className="o-small-picture" viewBox="0 0 160 128" focusable="false" aria-hidden="true">
      <defs>
        <radialGradient id={`${id}-halo`}>
          <stop offset="0" stopColor="#ffdf9e" stopOpacity=".8" />
          <stop offset=".55" stopColor="#e7b75f" stopOpacity=".28" />
          <stop offset="1" stopColor="#e7b75f" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}-gold`} x1="0" y1="0" x2="1" y2=".25">
          <stop offset="0" stopColor="#a87a26" />
          <stop offset=".3" stopColor="#f3d38c" />
          <stop offset=".5" stopColor="#fff0c8" />
          <stop offset=".7" stopColor="#d09c3f" />
          <stop offset="1" stopColor="#8f6319" />
        </linearGradient>
        <linearGradient id={`${id}-snow`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fffdf8" />
          <stop offset="1" stopColor="#dfe9ee" />
        </linearGradient>
        <linearGradient id={`${id}-berry`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#cf3a45" />
          <stop offset="1" stopColor="#8f1823" />
        </linearGradient>
      </defs>
      <ellipse cx="80" cy="66" rx="78" ry="62" fill={fill("halo")} />
      {children(fill)}
    </svg>
  );
}

/** A sprig of pine with two berries, whose end is at x, y. */
export const PineSprig = ({ at: [x, y], turn }: { at: readonly [number, number]; turn: number }) => (
  <g transform={`translate(${x} ${y}) rotate(${turn})`}>
    <path
      d="M0 0C14-4 30-6 46-5M6-2l7-9M6-2l10 6M14-4l7-9M14-4l10 6M22-5l7-8M22-5l10 6M30-5l7-8M30-5l9 5M38-5l6-6M38-5l7 4"
      className="o-small-picture-pine"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
    />
    <circle cx="3" cy="-3" r="4.5" fill="#b4232f" />
    <circle cx="-2" cy="4" r="4.5" fill="#8f1823" />
  </g>
);

/** A star of four points, as around a glowing ornament. */
export const Spark = ({ at: [x, y], size }: { at: readonly [number, number]; size: number }) => (
  <path
    className="o-small-picture-spark"
    d={`M${x} ${y - size}q${size * 0.14} ${size * 0.86} ${size} ${size}q${-size * 0.86} ${size * 0.14} ${-size} ${size}q${-size * 0.14} ${-size * 0.86} ${-size} ${-size}q${size * 0.86} ${-size * 0.14} ${size} ${-size}z`}
  />
);
