import { logActions } from "@ornament/contracts/action-log/actions";
import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import {
  type actionLogTable,
  type LogGroup,
  type LogRole,
  logGroupLabels,
  logGroups,
  logRoles,
} from "@ornament/contracts/action-log/columns";
import { customerLabel, roleLabels, systemLabel } from "@ornament/contracts/values/roles";
import { Select } from "../../ui/form-fields/select.tsx";
import type { List } from "../../ui/table/list-state.ts";
import { endOfMinute, minuteBefore, minuteText } from "../dates/date-entry.ts";
import { DateField } from "../dates/date-field.tsx";
import { minute } from "../dates/date-kinds.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import type { LogConditions } from "../log-entries/log-api.ts";
import { isActor, subjectOf, subjectText } from "../log-entries/subjects.ts";
import { ChoiceField, useActors, useSubjects } from "./choice-field.tsx";

/** The roles of actors on screens. */
const logRoleLabels: Readonly<Record<LogRole, string>> = {
  ...roleLabels,
  consumer: customerLabel,
  system: systemLabel,
};

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
  const [{ conditions }, change] = list;
  const set = (changed: LogConditions) => change({ conditions: changed });
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
      <Select<string>
        label="Role"
        value={role}
        options={[{ value: "", label: "All roles" }, ...roleOptions]}
        onChange={(value) => set({ role: value })}
      />
      <Select<string>
        label="Group of actions"
        value={group}
        options={[{ value: "", label: "All groups" }, ...groupOptions]}
        onChange={(value) =>
          set({ group: value, ...(value && groupOf(action) !== value ? { action: "" } : {}) })
        }
      />
      <Select<string>
        label="Action"
        value={action}
        options={[{ value: "", label: "All actions" }, ...actionOptions(group)]}
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

/** The conditions of the log in words. @param rows the shown entries, which have the email addresses */
export function conditionTexts(
  conditions: LogConditions,
  rows: readonly LogEntryRow[] | undefined,
): LogConditions {
  const { actor, role, group, action, subject, request, session, since, until } = conditions;
  return {
    ...(actor && { actor: `By ${subjectText(actor, rows)}` }),
    ...(role && { role: `Role ${logRoleLabels[role as LogRole] ?? role}` }),
    ...(group && { group: `Actions: ${logGroupLabels[group as LogGroup] ?? group}` }),
    ...(action && { action: `Action “${action}”` }),
    ...(subject && { subject: `About ${subjectText(subject, rows)}` }),
    ...(request && { request: "One request" }),
    ...(session && { session: "One sign-in session" }),
    ...(since && { since: `From ${minuteText(since, browserTimeZone)} on` }),
    ...(until && { until: `Until ${minuteText(minuteBefore(until), browserTimeZone)}` }),
  };
}
