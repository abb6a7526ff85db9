/** The steps from a new account to the first video. */
const journey = ["Account", "Email", "Ornament", "Watch"] as const;
export type JourneyStep = (typeof journey)[number];

const stateOf = (index: number, current: number) =>
  index < current ? "done" : index === current ? "now" : "ahead";

export function Steps({ current }: { current: JourneyStep }) {
  const now = journey.indexOf(current);
  return (
    <ol className="o-steps list-unstyled" aria-label="Progress">
      {journey.map((step, index) => {
        const state = stateOf(index, now);
        return (
          <li
            key={step}
            className={`o-step o-step-${state}`}
            aria-current={state === "now" ? "step" : undefined}
          >
            <span className="o-step-mark" aria-hidden="true">
              {state === "done" ? "✓" : index + 1}
            </span>
            <span>
              {step}
              {state === "done" && <span className="visually-hidden"> – done</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
