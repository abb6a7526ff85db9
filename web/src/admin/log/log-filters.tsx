import {
  type actionLogTable,
  type LogGroup,
  logGroupLabels,
  logGroups,
  logRoles,
} from "@ornament/contracts/tables/action-log";
import { logActions } from "@ornament/contracts/tables/log-actions";
import type { List } from "../../ui/table/list-state.ts";
import { DateField } from "../dates/date-field.tsx";
import { minute } from "../dates/date-kinds.ts";
import { endOfMinute, minuteBefore } from "../dates/minutes.ts";
import type { LogConditions } from "../log-entries/log-params.ts";
import { isActor, subjectOf } from "../log-entries/subjects.ts";
import { ChoiceField } from "./choice-field.tsx";
import { logRoleLabels } from "./condition-texts.ts";
import { FilterSelect } from "./filter-select.tsx";
import { useActors, useSubjects } from "./use-suggestions.ts";

const roleOptions = logRoles.map((role) => ({ value: role, label: logRoleLabels[role] }));
const groupOptions = logGroups
  .filter((group) => logActions[group].length > 0)
  .map((group) => ({ value: group, label: logGroupLabels[group] }));

const actionOptions = (group: string) =>
  groupOptions
    .filter(({ value }) => group === "" || value === group)
    .map(({ value, label }) => ({
      label,
      options: logActions[value].map((action) => ({ value: action, label: action })),
    }));

const groupOf = (action: string): LogGroup | undefined =>
  logGroups.find((group) => logActions[group].includes(action));

/** The fields that filter the log. Each choice is shown above the rows, with a button to remove it. */
export function LogFilters({ list }: { list: List<typeof actionLogTable> }) {
  const [{ conditions }, dispatch] = list;
  const set = (changed: LogConditions) => dispatch({ type: "conditions", set: changed });
  const { role = "", group = "", action = "", since = "", until = "" } = conditions;
  return (
    <fieldset className="o-log-filters" aria-label="Filters">
      <ChoiceField
        label="Done by"
        placeholder="Email"
        useSuggestions={useActors}
        read={(text) => (isActor(text) ? text : undefined)}
        unknownText="Nobody with this email was found"
        onChoose={(value) => set({ actor: value })}
      />
      <FilterSelect
        label="Role"
        every="All roles"
        value={role}
        options={roleOptions}
        onChange={(value) => set({ role: value })}
      />
      <FilterSelect
        label="Group of actions"
        every="All groups"
        value={group}
        options={groupOptions}
        onChange={(value) =>
          set({ group: value, ...(value && groupOf(action) !== value ? { action: "" } : {}) })
        }
      />
      <FilterSelect
        label="Action"
        every="All actions"
        value={action}
        options={actionOptions(group)}
        onChange={(value) => set({ action: value })}
      />
      <ChoiceField
        label="About"
        placeholder="PIN, email, setting or batch"
        useSuggestions={useSubjects}
        read={subjectOf}
        unknownText="Nothing with this name was found"
        onChoose={(value) => set({ subject: value })}
      />
      <DateField
        label="Starting at"
        kind={minute}
        value={since}
        onChange={(instant) => set({ since: instant })}
      />
      <DateField
        label="Ending at"
        kind={minute}
        value={until && minuteBefore(until)}
        onChange={(instant) => set({ until: instant && endOfMinute(instant) })}
      />
    </fieldset>
  );
}
