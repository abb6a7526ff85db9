const groups = Array.from({ length: 12 }, (_, group) => group);

/**
 * Slow snow behind the landing page, in groups of three flakes. The styles hide it from people who prefer
 * reduced motion. Each group is an element that transforms move: animations inside an SVG kept the main thread
 * three quarters busy, so the browser was never idle enough to load the app.
 */
export function Snowfall() {
  return (
    <div className="o-snowfall" aria-hidden="true">
      {groups.map((group) => (
        <i key={group} />
      ))}
    </div>
  );
}
