import { PineSprig, SmallPicture, Spark } from "./small-picture.tsx";

/** A letter with a seal, for the screens about a mail. */
export const Letter = () => (
  <SmallPicture>
    {(fill) => (
      <>
        <PineSprig at={[112, 92]} turn={-16} />
        <PineSprig at={[48, 92]} turn={-158} />
        <rect
          x="30"
          y="34"
          width="100"
          height="68"
          rx="7"
          fill={fill("snow")}
          stroke="#c9993f"
          strokeWidth="1.6"
        />
        <path d="M32 99l38-32M128 99L90 67" stroke="#cdbf9d" strokeWidth="1.6" />
        <path
          d="M32 37c14 13 30 27 41 36 5 4 9 4 14 0 11-9 27-23 41-36"
          fill="#f4ecd9"
          stroke="#c9993f"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
        <circle cx="80" cy="74" r="13.5" fill={fill("berry")} />
        <circle cx="80" cy="74" r="9.5" fill="none" stroke="#e2868c" strokeWidth="1" opacity=".7" />
        <path d="M80 67l1.8 5.2L87 74l-5.2 1.8L80 81l-1.8-5.2L73 74l5.2-1.8z" fill="#fbe3c0" />
        <Spark at={[22, 30]} size={7} />
        <Spark at={[142, 24]} size={9} />
      </>
    )}
  </SmallPicture>
);
