import type { PinRow } from "@ornament/contracts/pins/api";
import { limits } from "@ornament/contracts/values/limits";
import { useEffect, useMemo, useRef, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { type Change, pinsText } from "./bulk-change-texts.ts";

/** The chosen PINs of a table: single rows, or all PINs of its search. */
export interface ChosenPins {
  readonly ids: ReadonlySet<number>;
  /** Whether all PINs of the search are chosen, on all pages. */
  readonly all: boolean;
  /** Whether no more rows can be chosen. */
  readonly full: boolean;
  choose(ids: readonly number[], chosen: boolean): void;
  chooseAll(): void;
  clear(): void;
}

const none = { ids: new Set<number>(), all: false } as const;

/**
 * Keeps the choice on all pages of a search. Another search has a choice of its own.
 * @param search identifies the search and the filters of the table
 */
export function useChosenPins(search: string): ChosenPins {
  const [kept, setKept] = useState<{ search: string; ids: ReadonlySet<number>; all: boolean }>({
    search,
    ...none,
  });
  const { ids, all } = kept.search === search ? kept : none;
  return useMemo(
    () => ({
      ids,
      all,
      full: ids.size >= limits.chosenPins,
      choose(changed, chosen) {
        const next = new Set(ids);
        for (const id of changed) {
          if (!chosen) next.delete(id);
          else if (next.size < limits.chosenPins) next.add(id);
        }
        setKept({ search, ids: next, all: false });
      },
      chooseAll: () => setKept({ search, ids: new Set(), all: true }),
      clear: () => setKept({ search, ...none }),
    }),
    [search, ids, all],
  );
}

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
      <div className={number === 0 ? "visually-hidden" : "o-chosen hstack gap-2"}>
        <span role="status" className="o-numbers fw-semibold">
          {number === 0 ? "No PINs chosen" : `${chosen.all ? `All ${name}` : pinsText(number)} chosen${most}`}
        </span>
        {number > 0 && (
          <>
            <Button small tone="quiet" onClick={() => onAsk("deactivate")}>
              Deactivate…
            </Button>
            <Button small tone="quiet" onClick={() => onAsk("activate")}>
              Activate…
            </Button>
            <Button small tone="plain" aria-label="Choose none" onClick={chosen.clear}>
              <Icon name="cross" />
            </Button>
          </>
        )}
      </div>
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
    </section>
  );
}

/** A column of checkboxes that choose PINs. Its header chooses the rows of the page. */
export const choiceColumn = (chosen: ChosenPins, rows: readonly PinRow[]): Column<PinRow, never> => ({
  key: "choice",
  header: "Choose",
  head: <PageChoice chosen={chosen} ids={rows.map(({ id }) => id)} />,
  actions: true,
  className: "o-choice-cell",
  cell: ({ id, pin }) => (
    <Choice
      label={`Choose ${pin}`}
      checked={chosen.all || chosen.ids.has(id)}
      onChange={(checked) => chosen.choose([id], checked)}
    />
  ),
});

function PageChoice({ chosen, ids }: { chosen: ChosenPins; ids: readonly number[] }) {
  const count = ids.filter((id) => chosen.ids.has(id)).length;
  const whole = chosen.all || (ids.length > 0 && count === ids.length);
  return (
    <Choice
      label="Choose all on this page"
      checked={whole}
      partly={!whole && count > 0}
      onChange={(checked) => chosen.choose(ids, checked)}
    />
  );
}

interface ChoiceProps {
  label: string;
  checked: boolean;
  /** Whether some of its rows are chosen. */
  partly?: boolean;
  onChange: (checked: boolean) => void;
}

function Choice({ label, checked, partly = false, onChange }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className="o-choice">
      <input
        type="checkbox"
        className="form-check-input"
        ref={input}
        aria-label={label}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}
