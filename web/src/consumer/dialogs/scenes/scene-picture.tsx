import type { ReactNode } from "react";
import { OrnamentDrawing } from "../../../artwork/glass-ornament.tsx";
import { Line, MainButton, Phone, SmallOrnament, Spark } from "./devices.tsx";
import { Branch, Night, sceneSize } from "./night.tsx";
import { SantaVideo } from "./santa.tsx";

/** The drawing of one step of the how-it-works dialog. */
export function ScenePicture({ scene }: { scene: number }) {
  return (
    <svg viewBox={`0 0 ${sceneSize.width} ${sceneSize.height}`} role="presentation" focusable="false">
      <Night />
      {pictures[scene]}
    </svg>
  );
}

const Ornament = ({ x, y, size }: { x: number; y: number; size: number }) => (
  <g className="o-glass-ornament-glowing" transform={`translate(${x - 180 * size} ${y}) scale(${size})`}>
    <OrnamentDrawing />
  </g>
);

const PinTag = () => (
  <g>
    <path d="M352 128c20 6 38 16 54 32" fill="none" stroke="#c9993f" strokeWidth="2" />
    <g transform="translate(398 150) rotate(9)">
      <path d="M14 0h112a6 6 0 0 1 6 6v32a6 6 0 0 1-6 6H14L0 30V14z" fill="#f6ead0" />
      <circle cx="15" cy="22" r="5" fill="#0d2533" />
      <text
        x="76"
        y="29"
        textAnchor="middle"
        fontSize="19"
        fontWeight="700"
        letterSpacing="1.4"
        fill="#14211f"
      >
        ABCD-123
      </text>
    </g>
  </g>
);

const Letter = () => (
  <g transform="translate(334 112) rotate(5)">
    <rect x="6" y="9" width="176" height="116" rx="9" fill="#04101c" opacity=".3" />
    <rect width="176" height="116" rx="9" fill="#fbf8f1" />
    <path d="M2 112l62-52M174 112l-62-52" stroke="#d9d2c2" strokeWidth="3" />
    <path
      d="M3 6l74 60q11 9 22 0l74-60z"
      fill="#efe9dc"
      stroke="#d9d2c2"
      strokeWidth="2.5"
      strokeLinejoin="round"
    />
    <circle cx="88" cy="70" r="25" fill="#b4232f" />
    <circle cx="88" cy="70" r="19.5" fill="none" stroke="#8f1823" strokeWidth="2" />
    <path
      d="M78 71l7.5 8 14-17"
      fill="none"
      stroke="#fff3d3"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </g>
);

const CalendarLeaf = () => (
  <g transform="translate(52 118) rotate(-7)">
    <rect x="5" y="8" width="92" height="100" rx="9" fill="#04101c" opacity=".35" />
    <rect width="92" height="100" rx="9" fill="#fbf8f1" />
    <path d="M0 31V9a9 9 0 0 1 9-9h74a9 9 0 0 1 9 9v22z" fill="#b4232f" />
    <text x="46" y="22" textAnchor="middle" fontSize="16" fontWeight="700" letterSpacing="2" fill="#fbf8f1">
      DEC
    </text>
    <text x="46" y="84" textAnchor="middle" fontSize="52" fontWeight="700" fill="#14211f">
      1
    </text>
  </g>
);

const pictures: readonly ReactNode[] = [
  <g key="hang">
    <Ornament x={316} y={62} size={0.52} />
    <Branch />
    <PinTag />
  </g>,
  <g key="account">
    <Phone x={186} y={40}>
      <SmallOrnament x={64} y={48} size={0.95} />
      <Line x={32} y={80} width={64} colour="#14211f" />
      <rect x="20" y="100" width="88" height="22" rx="6" fill="#fff" stroke="#85807a" strokeWidth="1.5" />
      <Line x={28} y={108} width={52} />
      <rect x="20" y="130" width="88" height="22" rx="6" fill="#fff" stroke="#85807a" strokeWidth="1.5" />
      <Line x={28} y={138} width={36} />
      <MainButton y={170} />
      <Line x={40} y={206} width={48} />
    </Phone>
    <Letter />
    <Spark x={532} y={104} size={13} />
    <Spark x={556} y={138} size={8} />
    <Spark x={336} y={86} size={9} />
  </g>,
  <g key="pin">
    <Phone x={168} y={40}>
      <Line x={26} y={44} width={76} colour="#14211f" />
      <Line x={38} y={58} width={52} />
      <rect x="18" y="82" width="92" height="36" rx="8" fill="#fff" stroke="#12302a" strokeWidth="2.5" />
      <text
        x="64"
        y="106"
        textAnchor="middle"
        fontSize="14"
        fontWeight="700"
        letterSpacing="1"
        fill="#14211f"
      >
        ABCD-123
      </text>
      <path
        d="M54 144l7 8 14-17"
        fill="none"
        stroke="#1f6b3f"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <MainButton y={174} />
    </Phone>
    <path
      d="M300 108c22-34 54-46 88-42"
      fill="none"
      stroke="#ffe6a8"
      strokeWidth="3"
      strokeLinecap="round"
      strokeDasharray="1 11"
    />
    <Spark x={318} y={70} size={10} />
    <Spark x={352} y={44} size={7} />
    <Ornament x={430} y={28} size={0.58} />
  </g>,
  <g key="watch">
    <CalendarLeaf />
    <rect x="168" y="40" width="348" height="222" rx="20" fill="#04101c" opacity=".35" />
    <rect x="160" y="30" width="348" height="222" rx="20" fill="#0a1420" stroke="#8fa5b4" strokeWidth="2.5" />
    <SantaVideo x={176} y={47} scale={1.06} />
    <SmallOrnament x={566} y={196} size={1.7} />
    <path d="M566 30v138" stroke="#c9993f" strokeWidth="2" />
  </g>,
];
