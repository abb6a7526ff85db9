import { OrnamentDrawing } from "../../../artwork/glass-ornament.tsx";
import account from "./account.svg";
import { Branch } from "./branch.tsx";
import hang from "./hang.svg";
import night from "./night.svg";
import pin from "./pin.svg";
import watch from "./watch.svg";

const width = 640;
const height = 320;
/** The drawing of each step, in front of the night. */
const drawings = [hang, account, pin, watch] as const;

// Loaded with this code, so that a step shows its drawing without a wait or a connection.
if (typeof Image !== "undefined") for (const file of [night, ...drawings]) new Image().src = file;

/** The picture of one step of the how-it-works dialog. */
export function ScenePicture({ scene }: { scene: number }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="presentation" focusable="false">
      <image href={night} width={width} height={height} />
      {scene === 0 && <Ornament x={316} y={62} size={0.52} />}
      {scene === 0 && <Branch />}
      <image href={drawings[scene]} width={width} height={height} />
      {scene === 2 && <Ornament x={430} y={28} size={0.58} />}
    </svg>
  );
}

const Ornament = ({ x, y, size }: { x: number; y: number; size: number }) => (
  <g className="o-glass-ornament-glowing" transform={`translate(${x - 180 * size} ${y}) scale(${size})`}>
    <OrnamentDrawing />
  </g>
);
