import { useId } from "react";

/** Santa in his warm room, waving, as in a video of 300 by 176. */
export function SantaVideo({ x, y, scale }: { x: number; y: number; scale: number }) {
  const id = useId();
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} clipPath={`url(#${id}-frame)`}>
      <clipPath id={`${id}-frame`}>
        <rect width="300" height="176" rx="8" />
      </clipPath>
      <radialGradient id={`${id}-room`} cx=".5" cy=".45" r=".75">
        <stop stopColor="#a4552f" />
        <stop offset=".5" stopColor="#6a2a26" />
        <stop offset="1" stopColor="#2c1119" />
      </radialGradient>
      <radialGradient id={`${id}-light`}>
        <stop stopColor="#ffe0a0" stopOpacity=".75" />
        <stop offset="1" stopColor="#ffe0a0" stopOpacity="0" />
      </radialGradient>
      <rect width="300" height="176" fill={`url(#${id}-room)`} />
      <circle cx="150" cy="84" r="104" fill={`url(#${id}-light)`} />
      <Window />
      <Fir />
      <Body />
      <Head />
      <path d="M16 162h268" stroke="#fbf8f1" strokeWidth="4" strokeLinecap="round" opacity=".35" />
      <path d="M16 162h96" stroke="#e7b75f" strokeWidth="4" strokeLinecap="round" />
      <circle cx="112" cy="162" r="5.5" fill="#fff" />
    </g>
  );
}

const Window = () => (
  <g>
    <rect x="24" y="26" width="62" height="74" rx="4" fill="#17384f" stroke="#4c2024" strokeWidth="6" />
    <path d="M55 26v74M24 62h62" stroke="#4c2024" strokeWidth="4" />
    <path d="M27 96c14-10 40-10 56 0v2H27z" fill="#eef4f6" />
    <circle cx="42" cy="44" r="1.8" fill="#fff" />
    <circle cx="70" cy="50" r="1.6" fill="#fff" />
    <circle cx="66" cy="78" r="1.8" fill="#fff" />
  </g>
);

const Fir = () => (
  <g>
    <path d="M248 28l20 32h-9l17 28h-10l18 32h-72l18-32h-10l17-28h-9z" fill="#1f5a45" />
    <path d="M248 18l3.4 7 7.6 1-5.6 5.3 1.4 7.6-6.8-3.7-6.8 3.7 1.4-7.6L237 26l7.6-1z" fill="#f3d592" />
    <g fill="#e7b75f">
      <circle cx="240" cy="66" r="3.2" />
      <circle cx="258" cy="92" r="3.2" />
      <circle cx="230" cy="108" r="3.2" />
    </g>
    <g fill="#d4424c">
      <circle cx="254" cy="58" r="3.2" />
      <circle cx="236" cy="88" r="3.2" />
      <circle cx="268" cy="112" r="3.2" />
    </g>
  </g>
);

const Body = () => (
  <g>
    <path d="M82 176c2-34 30-52 68-52s66 18 68 52z" fill="#b4232f" />
    <path d="M82 176c1-14 6-26 14-34M218 176c-1-14-6-26-14-34" fill="none" stroke="#8f1823" strokeWidth="3" />
    {/* The waving arm. */}
    <path d="M200 150c16-6 26-22 28-42l18 3c-2 30-18 52-40 60z" fill="#c12b37" />
    <path d="M224 112l26 4 2-13-26-4z" fill="#fff" />
    <path d="M228 100c-6-10 0-24 8-22 3-6 14-4 14 4 6 0 8 8 3 12-2 4-3 6-3 9z" fill="#1f6b3f" />
  </g>
);

const Head = () => (
  <g>
    <ellipse cx="150" cy="86" rx="31" ry="33" fill="#f3cba8" />
    <ellipse cx="131" cy="93" rx="7" ry="5" fill="#e79a86" opacity=".75" />
    <ellipse cx="169" cy="93" rx="7" ry="5" fill="#e79a86" opacity=".75" />
    <path
      d="M114 84c-4 14-6 30 4 44 4 14 16 22 32 24 16-2 28-10 32-24 10-14 8-30 4-44-4 12-10 18-18 20-6-4-12-4-18 0-6-4-12-4-18 0-8-2-14-8-18-20z"
      fill="#fff"
    />
    <path
      d="M126 124c2 8 8 13 14 15M150 130v14M174 124c-2 8-8 13-14 15"
      fill="none"
      stroke="#d9e2e6"
      strokeWidth="2.4"
      strokeLinecap="round"
    />
    <path d="M140 113q10 9 20 0-2 10-10 10t-10-10z" fill="#8f2a2a" />
    <path d="M150 104c-9-7-24-4-28 5 10 5 22 4 28-1 6 5 18 6 28 1-4-9-19-12-28-5z" fill="#fff" />
    <ellipse cx="150" cy="97" rx="6.5" ry="5.5" fill="#e3907c" />
    <path
      d="M133 84q5-6 10 0M157 84q5-6 10 0"
      fill="none"
      stroke="#2b1a16"
      strokeWidth="3"
      strokeLinecap="round"
    />
    <path
      d="M128 76q8-5 15-1M157 75q8-4 15 1"
      fill="none"
      stroke="#fff"
      strokeWidth="4"
      strokeLinecap="round"
    />
    <path d="M116 68c2-34 38-54 68-34 12 8 18 22 22 40-8-10-16-14-22-12-16-8-48-8-68 6z" fill="#c12b37" />
    <path d="M184 62c10 0 16 4 22 12" fill="none" stroke="#8f1823" strokeWidth="2.5" />
    <path
      d="M112 74c-6-8 0-14 8-15 18-8 44-8 60 0 8 1 14 7 8 15-2 4-8 5-12 3-16-7-36-7-52 0-4 2-10 1-12-3z"
      fill="#fff"
    />
    <circle cx="207" cy="80" r="9.5" fill="#fff" />
  </g>
);
