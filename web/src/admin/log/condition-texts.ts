import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { customerLabel, roleLabels, systemLabel } from "@ornament/contracts/domain/roles";
import { type LogGroup, type LogRole, logGroupLabels } from "@ornament/contracts/tables/action-log";
import { minuteBefore, minuteText } from "../dates/date-entry.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import type { LogConditions } from "../log-entries/log-params.ts";
import { subjectText } from "../log-entries/subjects.ts";

/** The roles of actors on screens. */
export const logRoleLabels: Readonly<Record<LogRole, string>> = {
  ...roleLabels,
  consumer: customerLabel,
  system: systemLabel,
};

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
