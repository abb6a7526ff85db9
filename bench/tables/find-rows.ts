import type { SeedPeople } from "../seed/people.ts";
import type { TableRow } from "./row.ts";
import { termsOf } from "./terms.ts";

/** The search box of the top bar. */
export function findRows(people: SeedPeople): TableRow[] {
  const terms = termsOf(people);
  const asked = (what: string, query: string) => ({
    what,
    path: `/api/admin/find?${new URLSearchParams({ query })}`,
  });
  return [
    asked("a complete PIN", terms.pin),
    asked("a part of a PIN", terms.partOfPin),
    asked("an address", terms.email),
    asked("a part of an address", terms.partOfEmail),
    asked("nothing found", terms.nothing),
    asked("a very common part", terms.common),
  ];
}
