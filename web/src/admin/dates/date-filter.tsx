import { useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Popover } from "../../ui/popover/popover.tsx";
import { ClearFilter } from "../../ui/table/filter-chip.tsx";
import { type DateRange, dateRangeProblems } from "./date-entry.ts";
import { DateField } from "./date-field.tsx";
import { day } from "./date-kinds.ts";
import { datePresets, datesText, isSameRange } from "./date-presets.ts";
import { browserTimeZone } from "./time-zone.ts";

const noDates: DateRange = { startDate: "", endDate: "" };

export interface DateFilterProps {
  /** The dates of the table. Impossible dates show no rows. */
  dates: DateRange;
  change: (part: Partial<DateRange>) => void;
  /** Names the date, such as "Account created". */
  of: string;
}

/** From and To with the usual ranges, behind a button. */
export function DateFilter({ dates: { startDate, endDate }, change, of }: DateFilterProps) {
  const dates = { startDate, endDate };
  const problems = dateRangeProblems(dates);
  const opener = useRef<HTMLButtonElement>(null);
  const set = startDate !== "" || endDate !== "";
  const clear = () => {
    // The button disappears with the dates, so the button that opens the fields takes the focus.
    opener.current?.focus();
    change(noDates);
  };
  const field = (name: keyof DateRange) => {
    const onChange = (date: string) => change({ [name]: date });
    return { kind: day, value: dates[name], error: problems[name], onChange, onUnread: onChange };
  };
  return (
    <div className={set ? "o-filter o-filter-set" : "o-filter"}>
      <Popover
        label={
          <>
            <Icon name="calendar" />
            <span className="o-numbers">{datesText(startDate, endDate) || of}</span>
          </>
        }
        className="o-filter-button"
        after={set && <ClearFilter label="Clear dates" onClear={clear} />}
        ref={opener}
      >
        <fieldset className="o-date-filter" aria-label={of}>
          <DateField label="From" {...field("startDate")} />
          <DateField label="To" {...field("endDate")} />
          <div className="o-date-presets hstack flex-wrap gap-1">
            {datePresets(new Date(), browserTimeZone).map(({ label, range }) => {
              const chosen = isSameRange(range, dates);
              return (
                <button
                  key={label}
                  type="button"
                  className="o-preset"
                  aria-pressed={chosen}
                  onClick={() => change(chosen ? noDates : range)}
                >
                  {label}
                </button>
              );
            })}
          </div>
        </fieldset>
      </Popover>
    </div>
  );
}
