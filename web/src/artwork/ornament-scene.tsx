import { pinePaths } from "./pine-path.ts";

/** x, y of the ground, height, width */
const farPines =
  "64 322 46 24, 84 318 60 30, 108 316 48 26, 128 314 36 20, 232 314 40 22, 252 316 56 28, " +
  "276 320 66 32, 298 324 48 26";
const nearPines = "92 352 104 52, 62 350 70 40, 268 352 92 48, 292 354 64 38";

/** x, y, radius */
const stars =
  "112 206 1.3, 138 184 1, 166 204 1.5, 196 176 1, 226 210 1.2, 256 232 1, 92 240 1, " +
  "148 226 0.9, 282 252 1.2, 206 236 0.8, 122 252 0.8";
const flakes =
  "104 232 2.6, 132 268 2, 150 206 2.2, 176 254 1.8, 212 220 2.4, 238 268 2.1, 262 222 1.9, " +
  "196 196 1.8, 90 290 2.2, 150 300 1.7, 282 286 2.3, 226 298 1.8, 116 318 2, 250 330 2.2, " +
  "170 336 2, 206 352 2.2, 134 362 2.4, 222 374 2";

/** The scene inside the glass: sky, hills, pines and a house. */
export function OrnamentScene({ fill }: { fill: (name: string) => string }) {
  return (
    <g>
      <rect x="40" y="134" width="280" height="280" fill={fill("sky")} />
      <Dots at={stars} colour="#fff6dd" />
      <circle cx="234" cy="206" r="34" fill={fill("moonlight")} />
      <path d="M240 190a17 17 0 1 0 8 29 14.5 14.5 0 0 1-8-29z" fill="#fff3d3" />
      <path d="M30 318c36-30 72-34 108-14 40-26 92-30 192 16v60H30z" fill="#1c4a55" />
      <path d={pinePaths(farPines)} fill="#15424a" />
      <path d="M30 330c50-24 96-22 140-12 50-14 104-12 160 10v90H30z" fill={fill("snowfield")} />
      <House fill={fill} />
      <path d={pinePaths(nearPines)} fill="#0d2b2b" />
      <SnowOnPines />
      <path d="M30 350c44-14 84-6 122 4 46 12 92 0 178-22v110H30z" fill={fill("snow")} />
      <ellipse cx="182" cy="362" rx="64" ry="13" fill={fill("pool")} />
      <Dots at={flakes} colour="#fff" opacity={0.85} />
    </g>
  );
}

const Dots = ({ at, colour, opacity }: { at: string; colour: string; opacity?: number }) => (
  <g fill={colour} opacity={opacity}>
    {at.split(", ").map((dot) => {
      const [x, y, r] = dot.split(" ");
      return <circle key={dot} cx={x} cy={y} r={r} />;
    })}
  </g>
);

const SnowOnPines = () => (
  <g fill="#dfeaf0" opacity=".9">
    <path d="M92 248l7 19-4-1.5-3 3-3-3-4 2z" />
    <path d="M268 260l6.5 17-4-1.5-2.5 3-3-3-3.5 1.5z" />
    <path d="M75 291l7-3 5 4 6-4 6 4 5-4 6 3-8-12-18-1z" opacity=".8" />
    <path d="M253 297l6-3 5 4 5-4 5 4 5-3 5 2-8-11-15-1z" opacity=".8" />
  </g>
);

function House({ fill }: { fill: (name: string) => string }) {
  return (
    <g>
      <ellipse cx="182" cy="334" rx="74" ry="40" fill={fill("hearth")} />
      <path
        d="M207 274c-5-8 6-11 2-19-3-7 6-9 3-17"
        fill="none"
        stroke="#dfeaf0"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".4"
      />
      <rect x="202" y="276" width="10" height="20" fill="#5b2a2c" />
      <rect x="200.5" y="273" width="13" height="5" rx="2" fill="#f4f7f8" />
      <path d="M150 308h64v42h-64z" fill="#6d3230" />
      <path d="M150 308h64v8h-64z" fill="#4c2024" opacity=".6" />
      <path d="M140 312l42-34 42 34-5 5-37-29-37 29z" fill="#f6f8f8" />
      <path d="M182 286l33 25h-66z" fill="#7d3a36" />
      <circle className="o-glass-ornament-window" cx="182" cy="302" r="5" />
      <path className="o-glass-ornament-window" d="M157 322h13v14h-13zM194 322h13v14h-13z" />
      <path d="M163.5 322v14M157 329h13M200.5 322v14M194 329h13" stroke="#6d3230" strokeWidth="1.6" />
      <path d="M176 350v-18a6 6 0 0 1 12 0v18z" fill="#b4232f" />
      <circle cx="182" cy="334" r="3.2" fill="none" stroke="#1f6b3f" strokeWidth="1.8" />
      <path d="M155 337h17v2.5h-17zM192 337h17v2.5h-17z" fill="#f6f8f8" />
    </g>
  );
}
