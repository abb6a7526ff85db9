const flakes = Array.from({ length: 36 }, (_, flake) => flake);

/** Slow snow behind the landing page. The styles hide it from people who prefer reduced motion. */
export function Snowfall() {
  return (
    <div className="o-snowfall" aria-hidden="true">
      {flakes.map((flake) => (
        <i key={flake} />
      ))}
    </div>
  );
}
