import { useId } from "react";

/** Twigs along the bough: x, and the height of the bough there. */
const twigs = Array.from({ length: 19 }, (_, index) => {
  const x = 8 + index * 10.2;
  return [x, 30 - ((x - 100) / 100) ** 2 * 12.5] as const;
});

/** A bough with two ornaments and, between them, a place that is free. Screen readers skip it. */
export function FreedPlace() {
  const id = useId();
  const fill = (name: string) => `url(#${id}-${name})`;
  return (
    <svg className="o-freed-place" viewBox="0 0 200 158" focusable="false" aria-hidden="true">
      <defs>
        <radialGradient id={`${id}-berry`} cx="0.36" cy="0.3" r="0.8">
          <stop offset="0" stopColor="#e0525d" />
          <stop offset="0.55" stopColor="#b4232f" />
          <stop offset="1" stopColor="#6d121b" />
        </radialGradient>
        <radialGradient id={`${id}-night`} cx="0.36" cy="0.3" r="0.8">
          <stop offset="0" stopColor="#6fa3ad" />
          <stop offset="0.55" stopColor="#2a6070" />
          <stop offset="1" stopColor="#0f2c3d" />
        </radialGradient>
        <radialGradient id={`${id}-glow`}>
          <stop offset="0" stopColor="#ffdf9e" stopOpacity="0.85" />
          <stop offset="0.6" stopColor="#e7b75f" stopOpacity="0.32" />
          <stop offset="1" stopColor="#e7b75f" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="100" cy="104" r="50" fill={fill("glow")} />
      <Bough />
      <Ball x={42} y={91} r={21} fill={fill("night")} top={36} />
      <Ball x={158} y={91} r={21} fill={fill("berry")} top={36} />
      <g fill="none" stroke="#b98a35" strokeWidth="2.6" strokeLinecap="round">
        <path d="M100 41v32" />
        <path d="M100 79.5a3.6 3.6 0 1 0-.01 0" />
        <circle cx="100" cy="108" r="27" strokeDasharray="7.1 7.05" strokeWidth="3" />
      </g>
      <path
        d="M100 94q1.6 12.4 14 14-12.4 1.6-14 14-1.6-12.4-14-14 12.4-1.6 14-14z"
        fill="#e7b75f"
        stroke="#a87724"
        strokeWidth="1"
      />
    </svg>
  );
}

/** A branch of a pine that hangs over the picture. */
const Bough = () => (
  <g strokeLinecap="round">
    {twigs.map(([x, y], index) => (
      <path
        key={x}
        d="M0 0l-8-12M0 0l8-12M0 0l-2-15M0 0l-9 9M0 0l9 9M0 0l2 12"
        transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
        stroke={index % 2 === 0 ? "#1d4a40" : "#3b7c65"}
        strokeWidth="2.3"
      />
    ))}
    <path d="M2 17C40 36 160 36 198 17" fill="none" stroke="#6b4a2b" strokeWidth="4.2" />
  </g>
);

function Ball({ x, y, r, fill, top }: { x: number; y: number; r: number; fill: string; top: number }) {
  return (
    <g>
      <path d={`M${x} ${top}V${y - r - 6}`} stroke="#b98a35" strokeWidth="2" />
      <path d={`M${x - 5} ${y - r - 6}h10v7h-10z`} fill="#d9a94f" />
      <circle cx={x} cy={y} r={r} fill={fill} />
      <path
        d={`M${x - r * 0.62} ${y - r * 0.1}q${r * 0.05} ${-r * 0.42} ${r * 0.46} ${-r * 0.52}`}
        fill="none"
        stroke="#fff"
        strokeOpacity="0.65"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </g>
  );
}
