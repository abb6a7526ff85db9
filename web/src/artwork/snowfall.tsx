const flakes = Array.from({ length: 36 }, (_, flake) => flake);

/** Slow snow behind the landing page; still air for who prefers less motion. Never on a form. */
export function Snowfall() {
  return (
    <div className="o-snowfall" aria-hidden="true">
      {flakes.map((flake) => (
        <i key={flake} />
      ))}
    </div>
  );
}
