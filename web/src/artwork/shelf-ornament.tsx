import { memo } from "react";
import { GlassOrnament } from "./glass-ornament.tsx";

/** An ornament that hangs from a sprig on a rail; the chosen one of the shelf glows. Screen readers skip it. */
export const ShelfOrnament = memo(function ShelfOrnament({ glowing }: { glowing: boolean }) {
  return (
    <span className="o-shelf-picture">
      <Sprig />
      <GlassOrnament glowing={glowing} />
    </span>
  );
});

const Sprig = () => (
  <svg className="o-shelf-sprig" viewBox="0 0 120 40" focusable="false" aria-hidden="true">
    <g fill="none" strokeLinecap="round">
      <path d="M60 13C42 9 24 12 8 22M60 13c18-4 36-1 52 9" stroke="#4a3324" strokeWidth="3" />
      <path
        d="M51 12l-8-9M51 12l-11 12M40 12l-10-8M40 12l-11 13M30 14l-11-6M30 14l-9 13M20 17L9 13M20 17l-6 11M69 12l8-9M69 12l11 12M80 12l10-8M80 12l11 13M90 14l11-6M90 14l9 13M100 17l11-4M100 17l6 11"
        stroke="#2f7259"
        strokeWidth="3.4"
      />
      <path
        d="M46 12l-9-5M46 12l-6 12M35 13l-9-4M35 13l-6 12M25 15l-9-2M25 15l-5 11M74 12l9-5M74 12l6 12M85 13l9-4M85 13l6 12M95 15l9-2M95 15l5 11"
        stroke="#4c9676"
        strokeWidth="2"
      />
    </g>
    <path
      d="M60 14c-5-8-17-9-17-2s12 6 17 2c5-8 17-9 17-2s-12 6-17 2z"
      fill="#b4232f"
      stroke="#8f1823"
      strokeWidth="1"
    />
    <circle cx="60" cy="14" r="4" fill="#e7b75f" />
  </svg>
);
