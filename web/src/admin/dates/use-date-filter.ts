import { useEffect, useRef, useState } from "react";
import { afterPress } from "../../ui/press/after-press.ts";
import type { DatesAction } from "../../ui/table/list-state.ts";
import {
  type DateRange,
  dateRangeProblems,
  dateRangeRefusal,
  formatDateEntry,
  isUnfinished,
  readDates,
  wholeDate,
} from "./date-entry.ts";
import { isSameRange } from "./date-presets.ts";
import { browserTimeZone } from "./time-zone.ts";

/** The text in From and To, which can be ahead of the table's filter. */
export interface DateDraft {
  typed: DateRange;
  /** The messages to show now. A date that is still being typed has none. */
  problems: Partial<DateRange>;
  /** The typed dates, as they will be read when typing has ended. */
  range: DateRange;
  /** The reason why `range` can't filter or export rows; `undefined` if it can. */
  refusal: string | undefined;
  type: (name: keyof DateRange, text: string) => void;
  /** A text was pasted. True if it is a whole date, which then replaces the field. */
  paste: (name: keyof DateRange, text: string) => boolean;
  /** Typing has ended: an unfinished date is read as it is. */
  finish: () => void;
  choose: (range: DateRange) => void;
}

/** From and To of a table. They filter when both are whole dates or empty. Impossible dates show no rows. */
export function useDateFilter(
  { startDate, endDate }: DateRange,
  dispatch: (action: DatesAction) => void,
): DateDraft {
  const [typed, setTyped] = useState<DateRange>({ startDate, endDate });
  const latest = useRef(typed);
  const sent = useRef<DateRange>({ startDate, endDate });
  const open = useRef(true);
  const show = (next: DateRange) => {
    latest.current = next;
    setTyped(next);
  };

  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  // The dates were restored or cleared outside of these fields.
  useEffect(() => {
    const given = { startDate, endDate };
    if (isSameRange(given, sent.current)) return;
    sent.current = given;
    latest.current = given;
    setTyped(given);
  }, [startDate, endDate]);

  const choose = (next: DateRange) => {
    show(next);
    if (isSameRange(next, sent.current)) return;
    sent.current = next;
    dispatch({ type: "dates", ...next });
  };
  const type = (part: Partial<DateRange>) => {
    const next = { ...latest.current, ...part };
    if (isUnfinished(next.startDate) || isUnfinished(next.endDate)) show(next);
    else choose(next);
  };
  const range = readDates(typed);
  const problems = dateRangeProblems(typed);
  const shown = (name: keyof DateRange) =>
    problems[name] && (!isUnfinished(typed[name]) || typed[name] === sent.current[name])
      ? { [name]: problems[name] }
      : {};
  return {
    typed,
    problems: { ...shown("startDate"), ...shown("endDate") },
    range,
    refusal: dateRangeRefusal(range),
    type: (name, text) => type({ [name]: formatDateEntry(text, browserTimeZone) }),
    paste: (name, text) => {
      const date = wholeDate(text, browserTimeZone);
      if (date !== undefined) type({ [name]: date });
      return date !== undefined;
    },
    finish: () => afterPress(() => open.current && choose(readDates(latest.current))),
    choose,
  };
}
