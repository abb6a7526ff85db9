import { SmallPicture, Spark } from "./small-picture.tsx";

/** A lit front door with a wreath, for the sign-in screen. */
export const FrontDoor = () => (
  <SmallPicture>
    {(fill) => (
      <>
        <path d="M44 110V48a36 36 0 0 1 72 0v62z" fill="#f6efe0" stroke="#c9993f" strokeWidth="1.6" />
        <path d="M52 110V49a28 28 0 0 1 56 0v61z" fill={fill("berry")} />
        <path d="M58 49a22 22 0 0 1 44 0z" fill="#ffe3a3" />
        <path d="M80 27v22M69 30.500l4 18.500M91 30.500l-4 18.500" stroke="#8f1823" strokeWidth="2" />
        <path
          d="M60 88h17v16H60zM83 88h17v16H83z"
          fill="none"
          stroke="#7a121c"
          strokeWidth="1.6"
          opacity=".7"
        />
        <circle cx="80" cy="69" r="12" fill="none" stroke="#1d4a40" strokeWidth="7" />
        <circle
          cx="80"
          cy="69"
          r="12"
          fill="none"
          stroke="#2f7a5c"
          strokeWidth="5"
          strokeDasharray="2.200 3.200"
        />
        <circle cx="72" cy="62" r="2" fill="#f3d38c" />
        <circle cx="89" cy="65" r="2" fill="#f3d38c" />
        <circle cx="85" cy="79" r="2" fill="#f3d38c" />
        <path
          d="M80 81l-7 7M80 81l7 7M73 79.500c2-3 5-3 7 0 2-3 5-3 7 0-1 3-5 3-7 0-2 3-6 3-7 0z"
          fill="#e7b75f"
          stroke="#e7b75f"
          strokeWidth="1.600"
        />
        <circle cx="103" cy="80" r="2.800" fill={fill("gold")} />
        <path d="M22 114c10-9 24-8 34-5 16 4 30 5 46 0 12-4 26-3 36 5-34 7-80 7-116 0z" fill={fill("snow")} />
        <Spark at={[30, 40]} size={7} />
        <Spark at={[134, 52]} size={9} />
      </>
    )}
  </SmallPicture>
);
