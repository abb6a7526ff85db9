import type { SeedPeople } from "../seed/people.ts";
import { pageOf, type TableRow } from "./row.ts";
import { termsOf } from "./terms.ts";

const day = 24 * 3_600_000;

/** The searches, filters and presets of the Users Table. */
export function userRows(people: SeedPeople): TableRow[] {
  const terms = termsOf(people);
  const searched = (what: string, query: string) => ({ what, path: pageOf("users", { query }) });
  const filtered = (what: string, filter: string) => ({ what, path: pageOf("users", { filter }) });
  return [
    searched("a complete PIN", terms.pin),
    searched("a PIN with look-alikes", terms.lookAlikes),
    searched("a part of a PIN", terms.partOfPin),
    searched("an address", terms.email),
    searched("a part of an address", terms.partOfEmail),
    searched("a former address", terms.formerEmail),
    searched("two words", terms.twoWords),
    searched("nothing found", terms.nothing),
    searched("a very common part", terms.common),
    filtered("filter Blocked", "blocked"),
    filtered("filter Over the limit", "overLimit"),
    filtered("filter Unconfirmed", "unconfirmed"),
    preset("today", 1),
    preset("7 days", 7),
    preset("30 days", 30),
    {
      what: "30 days and a very common part",
      path: pageOf("users", { ...lastDays(30), query: terms.common }),
    },
  ];
}

const preset = (what: string, days: number) => ({
  what: `preset ${what}`,
  path: pageOf("users", lastDays(days)),
});

/** The last days with today, in UTC. */
const lastDays = (days: number) => ({
  startDate: shown(new Date(Date.now() - (days - 1) * day)),
  endDate: shown(new Date()),
  timeZone: "UTC",
});

/** MM/DD/YYYY */
function shown(date: Date): string {
  const [year, month, dayOfMonth] = date.toISOString().slice(0, 10).split("-");
  return `${month}/${dayOfMonth}/${year}`;
}
