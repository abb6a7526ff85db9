import { PineSprig, SmallPicture, Spark } from "./small-picture.tsx";

/** A golden key on a berry ribbon, for the screens of a new password. */
export const GoldenKey = () => (
  <SmallPicture>
    {(fill) => (
      <>
        <PineSprig at={[94, 40]} turn={-8} />
        <PineSprig at={[66, 40]} turn={-170} />
        <g transform="rotate(14 80 44)">
          <path
            d="M80 24a22 22 0 1 0 .01 0zM80 33a13 13 0 1 1-.01 0z"
            fill={fill("gold")}
            fillRule="evenodd"
            stroke="#8f6319"
            strokeWidth="1.2"
          />
          <path d="M75.500 67h9v10h-9z" fill={fill("gold")} stroke="#8f6319" strokeWidth="1.2" />
          <path
            d="M76.500 76h7v16h13v6h-5v6h-8v6a3.500 3.500 0 0 1-7 0z"
            fill={fill("gold")}
            stroke="#8f6319"
            strokeWidth="1.2"
            strokeLinejoin="round"
          />
        </g>
        <path d="M80 18c-9-13-26-7-19 4 4 6 13 3 19-1 6 4 15 7 19 1 7-11-10-17-19-4z" fill={fill("berry")} />
        <path d="M78 22l-9 20 7-3 4-14zM82 22l9 20-7-3-4-14z" fill="#8f1823" />
        <circle cx="80" cy="20" r="5" fill="#cf3a45" />
        <Spark at={[34, 78]} size={9} />
        <Spark at={[124, 72]} size={7} />
        <Spark at={[118, 104]} size={9} />
      </>
    )}
  </SmallPicture>
);
