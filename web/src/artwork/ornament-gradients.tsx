/**
 * The gradients by name: the end of a line from 0 0 or the centre and radius of a circle, then the stops, each with its
 * offset, colour, and opacity if it isn't 1.
 */
const gradients: Readonly<Record<string, readonly [at: string, ...stops: string[]]>> = {
  sky: ["0 1", "0 #0a1a30", "0.28 #143553", "0.47 #3a6477", "0.58 #b58d6c", "0.66 #f2c887"],
  moonlight: ["0.5 0.5 0.5", "0 #fff3d3 0.55", "1 #fff3d3 0"],
  snowfield: ["0 1", "0 #b9d0da", "1 #8fb2c2"],
  snow: ["0 1", "0 #fdfbf6", "0.5 #dfe9ee", "1 #9fbccb"],
  hearth: ["0.5 0.5 0.5", "0 #ffd98a 0.8", "1 #ffd98a 0"],
  gold: ["1 0.25", "0 #8f6319", "0.22 #f3d38c", "0.4 #fff0c8", "0.62 #d09c3f", "1 #7d5615"],
  light: ["0.5 0.72 0.5", "0 #ffd98a 0.6", "0.5 #f0b75a 0.22", "1 #f0b75a 0"],
  pool: ["0.5 0.5 0.5", "0 #ffcf78 0.85", "1 #ffcf78 0"],
  edge: ["0.46 0.44 0.56", "0 #0b1b2b 0", "0.74 #0b1b2b 0.02", "0.9 #071422 0.42", "1 #040d17 0.8"],
  rim: ["1 1", "0 #ffffff 0.85", "0.35 #ffffff 0.12", "0.7 #ffd98a 0.2", "1 #ffd98a 0.85"],
  shine: ["0.7 1", "0 #ffffff 0.72", "1 #ffffff 0.08"],
  warm: ["1 0", "0 #ffd98a 0.05", "1 #ffd98a 0.5"],
};

/** The gradients of a glass ornament. Their ids start with `id`, so that one page can show several ornaments. */
export const OrnamentGradients = ({ id }: { id: string }) => (
  <defs>
    <clipPath id={`${id}-ball`}>
      <circle cx="180" cy="274" r="130" />
    </clipPath>
    {Object.entries(gradients).map(([name, [at, ...stops]]) => {
      const [x, y, r] = at.split(" ");
      const colours = stops.map((stop) => {
        const [offset, colour, opacity = 1] = stop.split(" ");
        return <stop key={stop} offset={offset} stopColor={colour} stopOpacity={opacity} />;
      });
      return r === undefined ? (
        <linearGradient key={name} id={`${id}-${name}`} x1="0" y1="0" x2={x} y2={y}>
          {colours}
        </linearGradient>
      ) : (
        <radialGradient key={name} id={`${id}-${name}`} cx={x} cy={y} r={r}>
          {colours}
        </radialGradient>
      );
    })}
  </defs>
);
