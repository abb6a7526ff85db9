import { useState } from "react";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { Checkbox } from "../../ui/form-fields/checkbox.tsx";
import { Popover } from "../../ui/popover/popover.tsx";

/** The columns of the log that are shown only on request, in the order shown. */
const extraColumns = ["actor", "subject", "changes", "session", "act", "eventId", "position"] as const;
export type ExtraColumn = (typeof extraColumns)[number];

export const extraColumnLabels: Readonly<Record<ExtraColumn, string>> = {
  actor: "Actor",
  subject: "Subject",
  changes: "From → to",
  session: "Session",
  act: "Same request",
  eventId: "Event ID",
  position: "Position",
};

const storageKey = "logColumns";

const remembered = (): readonly ExtraColumn[] => {
  const names = (localStore.get(storageKey) ?? "").split(",");
  return extraColumns.filter((name) => names.includes(name));
};

/** The chosen columns. The browser remembers them, also after sign-out: they say nothing about a person. */
export function useExtraColumns() {
  const [shown, setShown] = useState(remembered);
  const toggle = (name: ExtraColumn, on: boolean) => {
    const next = extraColumns.filter((known) => (known === name ? on : shown.includes(known)));
    localStore.set(storageKey, next.join(","));
    setShown(next);
  };
  return { shown, toggle };
}

export interface ColumnsMenuProps {
  shown: readonly ExtraColumn[];
  onToggle: (name: ExtraColumn, on: boolean) => void;
}

/** Chooses the columns next to the four that are always shown. It stays open for several choices. */
export const ColumnsMenu = ({ shown, onToggle }: ColumnsMenuProps) => (
  <Popover label={shown.length > 0 ? `Columns (+${shown.length})` : "Columns"} className="btn btn-quiet">
    <fieldset aria-label="More columns">
      {extraColumns.map((name) => (
        <Checkbox
          key={name}
          label={extraColumnLabels[name]}
          checked={shown.includes(name)}
          onChange={(on) => onToggle(name, on)}
        />
      ))}
    </fieldset>
  </Popover>
);
