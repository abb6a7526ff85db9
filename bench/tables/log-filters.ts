import { actionLogAddresses } from "@ornament/contracts/api/addresses/back-office";
import { logGroups, logRoles } from "@ornament/contracts/tables/action-log";
import { logTerms } from "../seed/log-entries.ts";
import { type Kind, pageOf } from "./kinds.ts";

type Query = Readonly<Record<string, string>>;

/** The number of pages that are requested alternately, so that two calls in a row differ. */
const pages = 8;

const kind = (what: string, query: (n: number) => Query): Kind => ({
  what,
  path: (n) => pageOf(actionLogAddresses.listActionLog.path, { page: String(1 + (n % pages)), ...query(n) }),
});

/** From an instant on, for a number of minutes. */
const minutes = (n: number, count: number): Query => {
  const since = logTerms.instant(n);
  return { since: since.toISOString(), until: new Date(since.getTime() + count * 60_000).toISOString() };
};

/** The whole log, without a filter. */
export const unfiltered = kind("no filter", () => ({}));

/** Each filter of the System action log, and some together. */
export const logFilterKinds: readonly Kind[] = [
  kind("actor: an admin", (n) => ({ actor: logTerms.admin(n) })),
  kind("actor: a consumer", (n) => ({ actor: logTerms.consumer(n), page: "1" })),
  kind("actor: the system", () => ({ actor: "system" })),
  ...logRoles.map((role) => kind(`role: ${role}`, () => ({ role }))),
  ...logGroups.map((group) => kind(`group: ${group}`, () => ({ group }))),
  kind("action: a frequent one", () => ({ action: "Signed in" })),
  kind("action: a rare one", () => ({ action: "PINs imported" })),
  kind("subject: a PIN", (n) => ({ subject: logTerms.pin(n), page: "1" })),
  kind("subject: a consumer", (n) => ({ subject: logTerms.consumer(n), page: "1" })),
  kind("subject: an admin", (n) => ({ subject: logTerms.admin(n) })),
  kind("subject: a setting", () => ({ subject: "setting-numberDevices" })),
  kind("subject: an import", (n) => ({ subject: logTerms.batchImport(n) })),
  kind("request", (n) => ({ request: logTerms.request(n), page: "1" })),
  kind("session", (n) => ({ session: logTerms.session(n), page: "1" })),
  kind("a minute", (n) => ({ ...minutes(n, 1), page: "1" })),
  kind("30 days", (n) => minutes(n, 30 * 1_440)),
  kind("actor and 30 days", (n) => ({ actor: logTerms.admin(n), ...minutes(n, 30 * 1_440) })),
  kind("actor and group", (n) => ({ actor: logTerms.admin(n), group: "pins" })),
  kind("role and group", () => ({ role: "consumer", group: "pins" })),
  kind("role and action", () => ({ role: "ADMIN", action: "Signed in" })),
];

/** Searches within a filter. */
export const logFilterSearches: readonly Kind[] = [
  kind("actor and a text", (n) => ({ actor: logTerms.admin(n), query: "stolen" })),
  kind("30 days and a text", (n) => ({ ...minutes(n, 30 * 1_440), query: "stolen" })),
  kind("a day and a time", (n) => ({ ...minutes(n, 1_440), query: "03:05" })),
  kind("subject and a text", (n) => ({ subject: logTerms.pin(n), query: "stolen", page: "1" })),
  kind("rare group and a text", () => ({ group: "imports", query: "stolen" })),
  kind("largest group and a text", () => ({ group: "pins", query: "stolen" })),
  kind("largest group and nothing found", (n) => ({ group: "pins", query: `zz9qq${n}`, page: "1" })),
];
