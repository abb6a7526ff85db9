import type { ReactNode } from "react";

/** A phone, 128 wide and 244 high, with a screen of 112 by 220 that starts at 8, 12. */
export const Phone = ({ x, y, children }: { x: number; y: number; children: ReactNode }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect x="6" y="10" width="128" height="244" rx="20" fill="#04101c" opacity=".35" />
    <rect width="128" height="244" rx="20" fill="#0a1420" stroke="#8fa5b4" strokeWidth="2" />
    <rect x="8" y="12" width="112" height="220" rx="11" fill="#fbf8f1" />
    <rect x="48" y="4.5" width="32" height="3.5" rx="1.75" fill="#33495b" />
    {children}
  </g>
);

export const Line = (props: { x: number; y: number; width: number; colour?: string }) => (
  <rect x={props.x} y={props.y} width={props.width} height="6" rx="3" fill={props.colour ?? "#cfc7b6"} />
);

export const MainButton = ({ y }: { y: number }) => (
  <g>
    <rect x="20" y={y} width="88" height="24" rx="12" fill="#b4232f" />
    <Line x={44} y={y + 9} width={40} colour="#fbf8f1" />
  </g>
);

export const SmallOrnament = ({ x, y, size = 1 }: { x: number; y: number; size?: number }) => (
  <g transform={`translate(${x} ${y}) scale(${size})`}>
    <path d="M0-15a3.4 3.4 0 1 0-.01 0" fill="none" stroke="#c9993f" strokeWidth="2" />
    <path d="M-5-15.5H5v6.5H-5z" fill="#e7b75f" />
    <circle cy="6" r="16" fill="#b4232f" />
    <path d="M-15 2c8 5 22 5 30 0" fill="none" stroke="#e7b75f" strokeWidth="2.2" />
    <path
      d="M-9-2c2-5 5-7 8-8"
      fill="none"
      stroke="#fff"
      strokeWidth="2.2"
      strokeLinecap="round"
      opacity=".7"
    />
  </g>
);

/** A star of four points. */
export const Spark = ({ x, y, size }: { x: number; y: number; size: number }) => (
  <path
    d={`M${x} ${y - size}q${size * 0.14} ${size * 0.86} ${size} ${size}q${-size * 0.86} ${size * 0.14} ${-size} ${size}q${-size * 0.14} ${-size * 0.86} ${-size} ${-size}q${size * 0.86} ${-size * 0.14} ${size} ${-size}z`}
    fill="#ffe6a8"
  />
);
