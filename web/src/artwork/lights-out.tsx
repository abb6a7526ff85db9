/** A string of lights, one of which is out, as decoration. */
export function LightsOut() {
  return (
    <svg className="o-lights-out" viewBox="0 0 460 150" focusable="false" aria-hidden="true">
      <rect width="460" height="150" rx="14" fill="#0d2233" />
      <path d="M-6 26C70 74 150 84 230 62s160-22 236 18" fill="none" stroke="#2f7259" strokeWidth="4" />
      {bulbs.map(({ x, y, colour }) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          {colour && <circle cy="22" r="34" fill={colour} opacity=".2" />}
          <path d="M-5-2h10v9H-5z" fill="#c9993f" />
          <path
            d="M0 42c-9-8-12-16-12-22A12 12 0 0 1 0 7a12 12 0 0 1 12 13c0 6-3 14-12 22z"
            fill={colour ?? "#43535f"}
          />
          <path
            d="M-5 22c0-5 1-7 4-9"
            fill="none"
            stroke="#fff"
            strokeWidth="2.4"
            strokeLinecap="round"
            opacity=".6"
          />
        </g>
      ))}
      <g fill="none" stroke="#7f93a0" strokeWidth="2.4" strokeLinecap="round" opacity=".8">
        <path d="M252 96l8-6M254 106h10M250 116l7 5" />
      </g>
    </svg>
  );
}

const bulbs: readonly { x: number; y: number; colour?: string }[] = [
  { x: 44, y: 54, colour: "#e7b75f" },
  { x: 106, y: 72, colour: "#d4424c" },
  { x: 170, y: 73, colour: "#8fd6a8" },
  { x: 232, y: 62 },
  { x: 294, y: 50, colour: "#d4424c" },
  { x: 356, y: 49, colour: "#e7b75f" },
  { x: 416, y: 62, colour: "#8fd6a8" },
];
