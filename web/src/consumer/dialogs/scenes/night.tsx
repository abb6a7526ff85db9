import { useId } from "react";
import { pinePath } from "../../../artwork/pine-path.ts";
import { type Curve, needlesAlong, twigAlong } from "./needles.ts";

/** The size of every scene, in units of the drawings. */
export const sceneSize = { width: 640, height: 320 } as const;

const stars = [
  [38, 40, 1.6],
  [96, 92, 1.1],
  [142, 30, 1.3],
  [206, 66, 1],
  [262, 26, 1.5],
  [316, 84, 1],
  [372, 34, 1.2],
  [428, 70, 1],
  [470, 24, 1.5],
  [520, 96, 1.1],
  [604, 132, 1.2],
  [20, 140, 1],
] as const;

const flakes = [
  [60, 176, 2.4],
  [118, 210, 1.9],
  [174, 140, 2.1],
  [236, 190, 1.8],
  [404, 150, 2],
  [452, 206, 2.3],
  [508, 168, 1.8],
  [574, 204, 2.4],
  [614, 62, 1.9],
  [84, 60, 1.8],
  [300, 130, 1.6],
  [548, 40, 2],
] as const;

const farPines = [
  [150, 250, 44, 24],
  [178, 248, 58, 30],
  [206, 248, 40, 22],
  [440, 248, 46, 24],
  [468, 248, 62, 32],
  [498, 250, 44, 24],
] as const;

const nearPines = [
  [30, 286, 132, 66],
  [78, 282, 84, 46],
  [112, 284, 58, 34],
  [612, 288, 144, 70],
  [560, 282, 92, 48],
  [526, 284, 60, 34],
] as const;

const outline = (pines: readonly (readonly [number, number, number, number])[]) =>
  pines.map(([x, ground, height, width]) => pinePath(x, ground, height, width)).join("");

/** The winter night behind every scene. */
export function Night() {
  const id = useId();
  return (
    <g>
      <linearGradient id={`${id}-sky`} x2="0" y2="1">
        <stop stopColor="#081524" />
        <stop offset=".55" stopColor="#123249" />
        <stop offset=".82" stopColor="#2b5a66" />
      </linearGradient>
      <radialGradient id={`${id}-glow`}>
        <stop stopColor="#ffd98a" stopOpacity=".42" />
        <stop offset="1" stopColor="#ffd98a" stopOpacity="0" />
      </radialGradient>
      <rect width="640" height="320" fill={`url(#${id}-sky)`} />
      {stars.map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} fill="#fff6dd" opacity=".85" />
      ))}
      <path d="M0 250c90-34 180-30 270-14 100-26 230-32 370 2v82H0z" fill="#1c4a55" />
      <path d={outline(farPines)} fill="#163f47" />
      <ellipse cx="320" cy="190" rx="230" ry="150" fill={`url(#${id}-glow)`} />
      <path d="M0 272c110-26 210-18 320-10 120 8 220-18 320-8v66H0z" fill="#c9dae0" />
      <path d={outline(nearPines)} fill="#0d2b2b" />
      <path d="M0 290c120-18 230-4 340 0 110 4 200-16 300-10v40H0z" fill="#eef4f6" />
      {flakes.map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} fill="#fff" opacity=".75" />
      ))}
    </g>
  );
}

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
