import { useId } from "react";
import { OrnamentDrawing } from "./glass-ornament.tsx";
import { pinePaths } from "./pine-path.ts";

/** x, y of the ground, height, width */
const pines = "34 176 118 60, 84 168 72 40, 392 170 84 46, 432 178 128 64";

/** An ornament that has rolled away from its tree, as decoration. */
export function LostOrnament() {
  const id = useId();
  return (
    <svg className="o-lost" viewBox="0 0 460 230" focusable="false" aria-hidden="true">
      <linearGradient id={`${id}-sky`} x2="0" y2="1">
        <stop stopColor="#081524" />
        <stop offset=".7" stopColor="#1b4454" />
      </linearGradient>
      <radialGradient id={`${id}-glow`}>
        <stop stopColor="#ffd98a" stopOpacity=".6" />
        <stop offset="1" stopColor="#ffd98a" stopOpacity="0" />
      </radialGradient>
      <clipPath id={`${id}-frame`}>
        <rect width="460" height="230" rx="14" />
      </clipPath>
      <g clipPath={`url(#${id}-frame)`}>
        <rect width="460" height="230" fill={`url(#${id}-sky)`} />
        <g fill="#fff6dd">
          <circle cx="132" cy="38" r="1.6" />
          <circle cx="196" cy="70" r="1.1" />
          <circle cx="250" cy="26" r="1.4" />
          <circle cx="352" cy="42" r="1.6" />
          <circle cx="318" cy="84" r="1" />
          <circle cx="404" cy="24" r="1.1" />
          <circle cx="160" cy="98" r="1.1" />
        </g>
        <path d="M0 150c70-26 150-24 230-8 80-18 160-18 230 4v84H0z" fill="#24505a" />
        <path d={pinePaths(pines)} fill="#0d2b2b" />
        <path d="M0 172c90-20 160-4 240 2 90 6 150-16 220-8v64H0z" fill="#e6eef2" />
        <ellipse cx="264" cy="180" rx="120" ry="54" fill={`url(#${id}-glow)`} />
        {/* Its track in the snow. */}
        <path
          d="M92 184c26 22 60-2 88 12 16 8 28 12 44 10"
          fill="none"
          stroke="#b4c8d1"
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray="16 12"
        />
        <ellipse cx="272" cy="212" rx="58" ry="9" fill="#9fb7c2" />
        <g
          className="o-glass-ornament-glowing"
          transform="translate(266 158) rotate(38) scale(.42) translate(-180 -274)"
        >
          <OrnamentDrawing />
        </g>
        <path d="M196 214c40-12 100-14 150 0l114-8v24H150z" fill="#f7fafb" />
      </g>
    </svg>
  );
}
