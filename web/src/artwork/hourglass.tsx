import { PineSprig, SmallPicture } from "./small-picture.tsx";

/** An hourglass whose snow has run out, for a link that has expired. */
export const Hourglass = () => (
  <SmallPicture>
    {(fill) => (
      <>
        <PineSprig at={[104, 112]} turn={-10} />
        <PineSprig at={[56, 112]} turn={-166} />
        <path d="M52 24v80M108 24v80" stroke={fill("gold")} strokeWidth="4" />
        <path d="M52.500 24v80M107.500 24v80" stroke="#b98a35" strokeWidth="4" strokeLinecap="round" />
        <path
          d="M60 24c0 22 6 28 16 37 2 2 2 4 0 6-10 9-16 15-16 37h40c0-22-6-28-16-37-2-2-2-4 0-6 10-9 16-15 16-37z"
          fill="#1b4054"
          fillOpacity=".82"
          stroke="#cfe0e6"
          strokeWidth="1.8"
        />
        <path d="M61 102c1-10 5-15 10-17 6-3 12-3 18 0 5 2 9 7 10 17z" fill={fill("snow")} />
        <path
          d="M80 66v16"
          stroke="#fffdf8"
          strokeWidth="1.600"
          strokeDasharray="1.500 4"
          strokeLinecap="round"
        />
        <path
          d="M66 30c0 12 3 17 8 22"
          fill="none"
          stroke="#fff"
          strokeWidth="2.600"
          strokeLinecap="round"
          opacity=".55"
        />
        <path
          d="M66 98c0-8 2-13 5-17"
          fill="none"
          stroke="#fff"
          strokeWidth="2"
          strokeLinecap="round"
          opacity=".3"
        />
        <rect
          x="44"
          y="16"
          width="72"
          height="9"
          rx="4.500"
          fill={fill("gold")}
          stroke="#8f6319"
          strokeWidth="1"
        />
        <rect
          x="44"
          y="103"
          width="72"
          height="9"
          rx="4.500"
          fill={fill("gold")}
          stroke="#8f6319"
          strokeWidth="1"
        />
      </>
    )}
  </SmallPicture>
);
