import { type ReactNode, useId } from "react";
import { OrnamentGradients } from "./ornament-gradients.tsx";
import { OrnamentScene } from "./ornament-scene.tsx";

/**
 * A drawing of a glass ornament with a winter scene inside, dark until it glows. `children` are drawn over
 * the ball. Screen readers skip it.
 */
export function GlassOrnament({ glowing = false, children }: { glowing?: boolean; children?: ReactNode }) {
  return (
    <span className={glowing ? "o-glass-ornament o-glass-ornament-glowing" : "o-glass-ornament"}>
      <span className="o-glass-ornament-halo" />
      <svg viewBox="0 0 360 440" focusable="false" aria-hidden="true">
        <OrnamentDrawing>{children}</OrnamentDrawing>
      </svg>
    </span>
  );
}

/** The ornament as a part of a drawing, 360 wide and 440 high. */
export function OrnamentDrawing({ children }: { children?: ReactNode }) {
  const id = useId();
  const fill = (name: string) => `url(#${id}-${name})`;
  return (
    <>
      <OrnamentGradients id={id} />
      <path stroke="#c9993f" strokeWidth="2" d="M180 0V84" />
      <path className="o-glass-ornament-thread-long" stroke="#c9993f" strokeWidth="2" d="M180-900V0" />
      <g>
        <Cap fill={fill} />
        <g clipPath={fill("ball")}>
          <OrnamentScene fill={fill} />
        </g>
        <Glass fill={fill} />
        {children}
      </g>
      <Sparks />
    </>
  );
}

/** x, y, size */
const sparks = [
  [60, 150, 15],
  [300, 138, 19],
  [34, 262, 11],
  [330, 268, 13],
  [112, 112, 9],
  [258, 100, 11],
  [322, 376, 12],
] as const;

/** Stars around the ball that twinkle once when it lights up. */
const Sparks = () => (
  <g className="o-glass-ornament-sparks">
    {sparks.map(([x, y, size]) => (
      <path
        key={x}
        d={`M${x} ${y - size}q${size * 0.14} ${size * 0.86} ${size} ${size}q${-size * 0.86} ${size * 0.14} ${-size} ${size}q${-size * 0.14} ${-size * 0.86} ${-size} ${-size}q${size * 0.86} ${-size * 0.14} ${size} ${-size}z`}
      />
    ))}
  </g>
);

type Fill = (name: string) => string;

function Cap({ fill }: { fill: Fill }) {
  return (
    <g>
      <path d="M180 106a13 13 0 1 0-.01 0" fill="none" stroke={fill("gold")} strokeWidth="4.5" />
      <path d="M155 140c-1-14 1-28 5-34 4-5 36-5 40 0 4 6 6 20 5 34z" fill={fill("gold")} />
      <path
        d="M165 107l-3 30M174 105l-1.5 32M186 105l1.5 32M195 107l3 30"
        stroke="#7d5615"
        strokeWidth="1.6"
        opacity=".55"
      />
      <path d="M160 107c10-4 30-4 40 0" fill="none" stroke="#fff3d3" strokeWidth="2" opacity=".8" />
      <path
        d="M149 142c5-7 57-7 62 0-2 8-8 5-10 11-3-6-9-6-11 1-3-7-9-6-11 0-2-7-8-6-11 0-2-6-9-5-10-1-4-6-8-4-9-11z"
        fill={fill("gold")}
      />
    </g>
  );
}

/** Edge, rim and reflections that make the ball look like glass. */
function Glass({ fill }: { fill: Fill }) {
  return (
    <g>
      <circle className="o-glass-ornament-night" cx="180" cy="274" r="130" />
      <circle className="o-glass-ornament-light" cx="180" cy="274" r="130" fill={fill("light")} />
      <circle cx="180" cy="274" r="130" fill={fill("edge")} />
      <circle cx="180" cy="274" r="129" fill="none" stroke={fill("rim")} strokeWidth="2" />
      <path d="M70 262c0-62 42-106 96-115-44 17-74 56-78 112-1 8-18 10-18 3z" fill={fill("shine")} />
      <path d="M74 288c0 10 3 21 7 29 3 5 11 2 9-4-3-8-5-17-6-26-1-6-10-5-10 1z" fill="#fff" opacity=".35" />
      <path d="M294 306c-14 50-56 86-108 88 56-8 90-42 104-90 1-4 5-2 4 2z" fill={fill("warm")} />
      <ellipse cx="262" cy="182" rx="15" ry="6" transform="rotate(46 262 182)" fill="#fff" opacity=".38" />
    </g>
  );
}
