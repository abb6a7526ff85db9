import type { PinRow } from "@ornament/contracts/api/pins";
import { limits } from "@ornament/contracts/domain/limits";
import { Button } from "../../ui/press/button.tsx";
import { type Change, pinsText } from "./bulk-change-texts.ts";
import type { ChosenPins } from "./use-chosen-pins.ts";

export interface ChoiceBarProps {
  chosen: ChosenPins;
  /** The PINs of the page. */
  rows: readonly PinRow[];
  /** The number of all PINs of the search; undefined until it is loaded. */
  count: number | undefined;
  /** The search in words: "of winter", "of this search", or "" for all PINs. */
  of: string;
  onAsk: (change: Change) => void;
}

/** Says how many PINs are chosen, chooses all of the search, and asks for the change of the chosen ones. */
export function ChoiceBar({ chosen, rows, count, of, onAsk }: ChoiceBarProps) {
  if (count === undefined || count === 0) return null;
  const number = chosen.all ? count : chosen.ids.size;
  const name = `${pinsText(count)}${of && ` ${of}`}`;
  const most = chosen.full ? ` (at most ${limits.chosenPins} one by one)` : "";
  return (
    // Takes the focus when its focused button disappears.
    <section
      className="o-choice-bar hstack flex-wrap row-gap-2 column-gap-3 mb-3"
      aria-label="Chosen PINs"
      tabIndex={-1}
    >
      <span role="status" className={number === 0 ? "visually-hidden" : "o-numbers"}>
        {number === 0 ? "No PINs chosen" : `${chosen.all ? `All ${name}` : pinsText(number)} chosen${most}`}
      </span>
      {/* Where rows are cards, the table has no header with a checkbox. */}
      <Button
        small
        tone="plain"
        className="o-choice-of-page"
        onClick={() =>
          chosen.choose(
            rows.map(({ id }) => id),
            true,
          )
        }
      >
        Choose this page
      </Button>
      {!chosen.all && (
        <Button small tone="plain" onClick={chosen.chooseAll}>
          {count === 1 ? "Choose the PIN" : `Choose all ${name}`}
        </Button>
      )}
      {number > 0 && (
        <>
          <Button small tone="quiet" onClick={() => onAsk("deactivate")}>
            Deactivate…
          </Button>
          <Button small tone="quiet" onClick={() => onAsk("activate")}>
            Activate…
          </Button>
          <Button small tone="plain" onClick={chosen.clear}>
            Choose none
          </Button>
        </>
      )}
    </section>
  );
}
