import { useEffect, useRef, useState } from "react";
import { afterPress } from "../../ui/after-press.ts";
import { Icon } from "../../ui/icon.tsx";
import type { DatesAction, ListState } from "../../ui/table/list-state.ts";
import { TextField } from "../../ui/text-field.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { type DateRange, dateRangeProblems, formatDateEntry, isUnfinished } from "./date-entry.ts";

/** From and To of the account's creation. It filters as soon as both are complete dates in order, or empty. */
export function DateFilter({
  state,
  dispatch,
}: {
  state: Pick<ListState, "startDate" | "endDate">;
  dispatch: (action: DatesAction) => void;
}) {
  const { startDate, endDate } = state;
  const [typed, setTyped] = useState<DateRange>({ startDate, endDate });
  const [left, setLeft] = useState(false);
  const from = useRef<HTMLInputElement>(null);
  const sent = useRef<DateRange>({ startDate, endDate });

  // The dates were restored or cleared outside of these fields.
  useEffect(() => {
    if (startDate === sent.current.startDate && endDate === sent.current.endDate) return;
    sent.current = { startDate, endDate };
    setTyped({ startDate, endDate });
  }, [startDate, endDate]);

  const change = (part: Partial<DateRange>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    setLeft(false);
    if (Object.keys(dateRangeProblems(next)).length > 0) return;
    if (next.startDate === startDate && next.endDate === endDate) return;
    sent.current = next;
    dispatch({ type: "dates", ...next });
  };
  const clear = () => {
    // The button disappears with the dates, so the first field takes the focus.
    from.current?.focus();
    change({ startDate: "", endDate: "" });
  };
  const problems = dateRangeProblems(typed);
  const shown = (name: keyof DateRange) => (left || !isUnfinished(typed[name]) ? problems[name] : undefined);
  const field = (name: keyof DateRange) => ({
    value: typed[name],
    error: shown(name),
    placeholder: "MM/DD/YYYY",
    inputMode: "numeric" as const,
    autoComplete: "off",
    onChange: (value: string) => change({ [name]: formatDateEntry(value) }),
    onBlur: () => afterPress(() => setLeft(true)),
  });

  return (
    <fieldset className="o-date-filter" aria-label="Account created">
      <TextField label="From" ref={from} {...field("startDate")} />
      <TextField label="To" {...field("endDate")} />
      {(typed.startDate || typed.endDate) && (
        <Tooltip text="Clear dates">
          <button type="button" className="o-icon-button" aria-label="Clear dates" onClick={clear}>
            <Icon name="cross" />
          </button>
        </Tooltip>
      )}
    </fieldset>
  );
}
