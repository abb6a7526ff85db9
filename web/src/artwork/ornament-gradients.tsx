type Stop = readonly [offset: number, colour: string, opacity?: number];

function Radial(props: { id: string; at: readonly [number, number, number]; stops: readonly Stop[] }) {
  const [cx, cy, r] = props.at;
  return (
    <radialGradient id={props.id} cx={cx} cy={cy} r={r}>
      <Stops stops={props.stops} />
    </radialGradient>
  );
}

function Linear(props: { id: string; to: readonly [number, number]; stops: readonly Stop[] }) {
  const [x2, y2] = props.to;
  return (
    <linearGradient id={props.id} x1="0" y1="0" x2={x2} y2={y2}>
      <Stops stops={props.stops} />
    </linearGradient>
  );
}

const Stops = ({ stops }: { stops: readonly Stop[] }) =>
  stops.map(([offset, colour, opacity = 1]) => (
    <stop key={offset} offset={offset} stopColor={colour} stopOpacity={opacity} />
  ));

/**
 * The gradients of a glass ornament. Their ids start with `id`, so that one page can show several ornaments.
 */
export function OrnamentGradients({ id }: { id: string }) {
  return (
    <defs>
      <clipPath id={`${id}-ball`}>
        <circle cx="180" cy="274" r="130" />
      </clipPath>
      <Linear
        id={`${id}-sky`}
        to={[0, 1]}
        stops={[
          [0, "#0a1a30"],
          [0.28, "#143553"],
          [0.47, "#3a6477"],
          [0.58, "#b58d6c"],
          [0.66, "#f2c887"],
        ]}
      />
      <Radial
        id={`${id}-moonlight`}
        at={[0.5, 0.5, 0.5]}
        stops={[
          [0, "#fff3d3", 0.55],
          [1, "#fff3d3", 0],
        ]}
      />
      <Linear
        id={`${id}-snowfield`}
        to={[0, 1]}
        stops={[
          [0, "#b9d0da"],
          [1, "#8fb2c2"],
        ]}
      />
      <Linear
        id={`${id}-snow`}
        to={[0, 1]}
        stops={[
          [0, "#fdfbf6"],
          [0.5, "#dfe9ee"],
          [1, "#9fbccb"],
        ]}
      />
      <Radial
        id={`${id}-hearth`}
        at={[0.5, 0.5, 0.5]}
        stops={[
          [0, "#ffd98a", 0.8],
          [1, "#ffd98a", 0],
        ]}
      />
      <Linear
        id={`${id}-gold`}
        to={[1, 0.25]}
        stops={[
          [0, "#8f6319"],
          [0.22, "#f3d38c"],
          [0.4, "#fff0c8"],
          [0.62, "#d09c3f"],
          [1, "#7d5615"],
        ]}
      />
      <Radial
        id={`${id}-light`}
        at={[0.5, 0.72, 0.5]}
        stops={[
          [0, "#ffd98a", 0.6],
          [0.5, "#f0b75a", 0.22],
          [1, "#f0b75a", 0],
        ]}
      />
      <Radial
        id={`${id}-pool`}
        at={[0.5, 0.5, 0.5]}
        stops={[
          [0, "#ffcf78", 0.85],
          [1, "#ffcf78", 0],
        ]}
      />
      <Radial
        id={`${id}-edge`}
        at={[0.46, 0.44, 0.56]}
        stops={[
          [0, "#0b1b2b", 0],
          [0.74, "#0b1b2b", 0.02],
          [0.9, "#071422", 0.42],
          [1, "#040d17", 0.8],
        ]}
      />
      <Linear
        id={`${id}-rim`}
        to={[1, 1]}
        stops={[
          [0, "#ffffff", 0.85],
          [0.35, "#ffffff", 0.12],
          [0.7, "#ffd98a", 0.2],
          [1, "#ffd98a", 0.85],
        ]}
      />
      <Linear
        id={`${id}-shine`}
        to={[0.7, 1]}
        stops={[
          [0, "#ffffff", 0.72],
          [1, "#ffffff", 0.08],
        ]}
      />
      <Linear
        id={`${id}-warm`}
        to={[1, 0]}
        stops={[
          [0, "#ffd98a", 0.05],
          [1, "#ffd98a", 0.5],
        ]}
      />
    </defs>
  );
}
