import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Popover } from "../../ui/popover/popover.tsx";
import { ClearFilter } from "../../ui/table/filter-chip.tsx";
import type { DateRange } from "./date-entry.ts";
import { datePresets, isSameRange } from "./date-presets.ts";
import { datesText } from "./dates-text.ts";
import { browserTimeZone } from "./time-zone.ts";
import type { DateDraft } from "./use-date-filter.ts";

const noDates: DateRange = { startDate: "", endDate: "" };

/** From and To with the usual ranges, behind a button. `of` names the date, such as "Account created". */
export function DateFilter({ dates, of }: { dates: DateDraft; of: string }) {
  const { typed, problems, choose } = dates;
  const opener = useRef<HTMLButtonElement>(null);
  const set = typed.startDate !== "" || typed.endDate !== "";
  const clear = () => {
    // The button disappears with the dates, so the button that opens the fields takes the focus.
    opener.current?.focus();
    choose(noDates);
  };
  const field = (name: keyof DateRange) => ({
    value: typed[name],
    error: problems[name],
    placeholder: "MM/DD/YYYY",
    inputMode: "numeric" as const,
    autoComplete: "off",
    onChange: (value: string) => dates.type(name, value),
    onBlur: dates.finish,
    onKeyDown: ({ key }: KeyboardEvent) => key === "Enter" && dates.finish(),
    onPaste: (event: ClipboardEvent) => {
      if (dates.paste(name, event.clipboardData.getData("text"))) event.preventDefault();
    },
  });
  return (
    <div className={set ? "o-filter o-filter-set" : "o-filter"}>
      <Popover
        label={
          <>
            <Icon name="calendar" />
            <span className="o-numbers">{datesText(typed.startDate, typed.endDate) || of}</span>
          </>
        }
        className="o-filter-button"
        after={set && <ClearFilter label="Clear dates" onClear={clear} />}
        ref={opener}
      >
        <fieldset className="o-date-filter" aria-label={of}>
          <TextField label="From" {...field("startDate")} />
          <TextField label="To" {...field("endDate")} />
          <div className="o-date-presets">
            {datePresets(new Date(), browserTimeZone).map(({ label, range }) => {
              const chosen = isSameRange(range, typed);
              return (
                <button
                  key={label}
                  type="button"
                  className="o-preset"
                  aria-pressed={chosen}
                  onClick={() => choose(chosen ? noDates : range)}
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
