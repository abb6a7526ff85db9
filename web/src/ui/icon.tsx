const shapes = {
  shield: "M12 3l7 2.5v5.2c0 4.4-2.9 8-7 10.3-4.1-2.3-7-5.9-7-10.3V5.5L12 3zm-2.8 9l2 2 3.8-4",
  people:
    "M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM2.8 19.5c.5-3.3 3-5.3 6.2-5.3s5.7 2 6.2 5.3M15.5 5.3a3.2 3.2 0 0 1 0 6M17.5 14.5c2 .7 3.3 2.4 3.7 5",
  ornament:
    "M12 21a6.75 6.75 0 1 0 0-13.5A6.75 6.75 0 0 0 12 21zM10.2 7.6V5.2h3.6v2.4M12 5.2a1.5 1.5 0 1 0-.01 0M5.7 12.6c3.6 2 9 2 12.6 0",
  sliders:
    "M4 7h9m5 0h2M4 17h3m5 0h8M15.5 9.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM9.5 19.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
  stack: "M12 4l8 4-8 4-8-4zM4.5 12l7.5 3.8 7.5-3.8M4.5 16l7.5 3.8 7.5-3.8",
  log: "M6 3.5h9l3.5 3.5v13.5h-12.5zM9 10h6.5M9 13.5h6.5M9 17h4",
  collapse: "M19 5v14M15 12H5m4-4.5L4.5 12 9 16.5",
  expand: "M5 5v14M9 12h10m-4-4.5l4.5 4.5-4.5 4.5",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5v.1",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20",
  up: "M12 19V6m-5 4.5L12 5.5l5 5",
  down: "M12 5v13m-5-4.5l5 5 5-5",
  previous: "M14.5 5.5L8 12l6.5 6.5",
  open: "M5.5 9.5L12 16l6.5-6.5",
  close: "M5.5 14.5L12 8l6.5 6.5",
  cross: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  next: "M9.5 5.5L16 12l-6.5 6.5",
  download: "M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14",
  plus: "M12 5v14M5 12h14",
  calendar: "M5 6.5h14v13H5zM5 10.5h14M8.5 4v4M15.5 4v4",
  phone: "M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM11 17.5h2",
  play: "M8 5.5v13l10.5-6.5z",
  pencil: "M4.5 19.5l1-4L16 5l3 3L8.5 18.5l-4 1zM14 7l3 3",
} as const;

export type IconName = keyof typeof shapes;

/** A line drawing next to a label. Screen readers skip it. */
export const Icon = ({ name }: { name: IconName }) => <LineDrawing shape={shapes[name]} />;

/**
 * A drawing of a single control, kept out of the icons of every page. `shape` is a path in a square of 24
 * units.
 */
export function LineDrawing({ shape }: { shape: string }) {
  return (
    <svg
      className="o-icon"
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={shape}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
