import type { ReactNode } from "react";
import { pinePath } from "../../artwork/pine-path.ts";

/** The drawing of one scene of the how-it-works slide show. */
export function ScenePicture({ scene }: { scene: number }) {
  return (
    <svg viewBox="0 0 480 250" role="presentation" focusable="false">
      <Ground />
      {pictures[scene]}
    </svg>
  );
}

const Ground = () => (
  <g>
    <rect width="480" height="250" fill="#0d2233" />
    <circle cx="240" cy="150" r="150" fill="#1b3d4c" opacity=".6" />
    <path d="M0 214c90-26 170-22 250-8 90 16 160 10 230-10v54H0z" fill="#dfe9ee" />
    <path
      d={[
        pinePath(52, 216, 92, 48),
        pinePath(92, 214, 60, 34),
        pinePath(420, 212, 104, 54),
        pinePath(382, 214, 64, 36),
      ].join("")}
      fill="#143a3c"
    />
    <g fill="#fff">
      <circle cx="120" cy="54" r="2.5" opacity=".7" />
      <circle cx="352" cy="40" r="3" opacity=".8" />
      <circle cx="300" cy="96" r="2" opacity=".6" />
      <circle cx="150" cy="120" r="2" opacity=".6" />
      <circle cx="438" cy="72" r="2.5" opacity=".6" />
      <circle cx="36" cy="88" r="2" opacity=".6" />
    </g>
  </g>
);

const Ball = ({ x, y, size }: { x: number; y: number; size: number }) => (
  <g transform={`translate(${x} ${y}) scale(${size})`}>
    <path d="M0-16a4 4 0 1 0-.01 0" fill="none" stroke="#e7b75f" strokeWidth="2.2" />
    <path d="M-6-16h12v7h-12z" fill="#e7b75f" />
    <circle cx="0" cy="8" r="18" fill="#b4232f" />
    <path d="M-17 3c9 6 25 6 34 0" fill="none" stroke="#fbf8f1" strokeWidth="2.5" />
    <path
      d="M-10-1c2-5 5-8 9-9"
      fill="none"
      stroke="#fff"
      strokeWidth="2.5"
      strokeLinecap="round"
      opacity=".7"
    />
  </g>
);

const Phone = ({ children }: { children: ReactNode }) => (
  <g>
    <rect x="184" y="22" width="112" height="206" rx="16" fill="#081420" stroke="#7c93a4" strokeWidth="2.5" />
    <rect x="192" y="34" width="96" height="182" rx="8" fill="#fbf8f1" />
    {children}
  </g>
);

const Line = ({ y, width, colour = "#c9c2b2" }: { y: number; width: number; colour?: string }) => (
  <rect x={240 - width / 2} y={y} width={width} height="7" rx="3.5" fill={colour} />
);

const pictures: readonly ReactNode[] = [
  <g key="hang">
    <path
      d="M480 30C400 40 320 44 236 74"
      stroke="#6b4a2c"
      strokeWidth="7"
      fill="none"
      strokeLinecap="round"
    />
    <path
      d="M440 36l-20 34M404 41l-18 40M366 46l-20 40M330 52l-22 36M296 60l-20 32M268 67l-22 22M428 38l-24-28M390 43l-26-30M350 49l-28-26M312 57l-28-22M282 64l-26-16"
      stroke="#2b6a52"
      strokeWidth="6"
      strokeLinecap="round"
    />
    <path d="M250 70v42" stroke="#c9993f" strokeWidth="2" />
    <circle cx="250" cy="152" r="62" fill="#e7b75f" opacity=".22" />
    <Ball x={250} y={136} size={2} />
  </g>,
  <Phone key="account">
    <path d="M210 66h60v42h-60z" fill="#12302a" />
    <path d="M210 66l30 24 30-24" fill="none" stroke="#e7b75f" strokeWidth="3" />
    <Line y={124} width={64} />
    <Line y={138} width={48} />
    <rect x="204" y="164" width="72" height="24" rx="12" fill="#b4232f" />
    <Line y={173} width={36} colour="#fbf8f1" />
  </Phone>,
  <Phone key="pin">
    <Ball x={240} y={76} size={1.1} />
    <rect x="200" y="116" width="80" height="30" rx="6" fill="#fff" stroke="#12302a" strokeWidth="2.5" />
    <text x="240" y="136" textAnchor="middle" fontSize="13" fontWeight="700" letterSpacing="1" fill="#14211f">
      ABCD-123
    </text>
    <Line y={158} width={40} />
    <rect x="204" y="176" width="72" height="24" rx="12" fill="#b4232f" />
    <Line y={185} width={32} colour="#fbf8f1" />
  </Phone>,
  <Phone key="device">
    <circle cx="240" cy="100" r="32" fill="#1f6b3f" />
    <path
      d="M225 101l11 11 20-23"
      fill="none"
      stroke="#fff"
      strokeWidth="6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <Line y={148} width={66} />
    <Line y={162} width={46} />
    <rect x="204" y="184" width="72" height="20" rx="10" fill="#efe9dc" />
  </Phone>,
  <g key="watch">
    <rect x="112" y="34" width="256" height="166" rx="14" fill="#081420" stroke="#7c93a4" strokeWidth="3" />
    <rect x="122" y="44" width="236" height="146" rx="6" fill="#3a1420" />
    <circle cx="240" cy="118" r="66" fill="#e7b75f" opacity=".25" />
    <path d="M196 190c0-34 20-50 44-50s44 16 44 50z" fill="#b4232f" />
    <circle cx="240" cy="112" r="27" fill="#f1c9a5" />
    <path d="M212 112c0 36 12 46 28 46s28-10 28-46c-8 14-48 14-56 0z" fill="#fff" />
    <path d="M211 100c4-30 40-40 66-14l9 14-14-4c-18-4-42-4-61 4z" fill="#b4232f" />
    <rect x="208" y="95" width="64" height="11" rx="5.5" fill="#fff" />
    <circle cx="287" cy="102" r="7" fill="#fff" />
    <circle cx="230" cy="113" r="2.5" fill="#14211f" />
    <circle cx="250" cy="113" r="2.5" fill="#14211f" />
    <path d="M134 178h150" stroke="#fbf8f1" strokeWidth="4" opacity=".35" />
    <path d="M134 178h62" stroke="#e7b75f" strokeWidth="4" />
  </g>,
];
