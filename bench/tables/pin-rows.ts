import type { SeedPeople } from "../seed/people.ts";
import { pageOf, type TableRow } from "./row.ts";
import { termsOf } from "./terms.ts";

/** The searches and filters of the Pins table. */
export function pinRows(people: SeedPeople): TableRow[] {
  const terms = termsOf(people);
  const searched = (what: string, query: string) => ({ what, path: pageOf("pins", { query }) });
  return [
    searched("a complete PIN", terms.pin),
    searched("a PIN with look-alikes", terms.lookAlikes),
    searched("a part of a PIN", terms.partOfPin),
    searched("an address", terms.email),
    searched("a part of an address", terms.partOfEmail),
    searched("a former address", terms.formerEmail),
    searched("two words", terms.twoWords),
    searched("a batch", terms.batch),
    searched("a word of the Commentary", terms.comment),
    { what: "a batch, in Batch", path: pageOf("pins", { query: terms.batch, field: "batch" }) },
    {
      what: "a word of the Commentary, in Commentary",
      path: pageOf("pins", { query: terms.comment, field: "commentary" }),
    },
    searched("nothing found", terms.nothing),
    searched("a very common part", terms.common),
    { what: "filter Blocked", path: pageOf("pins", { filter: "blocked" }) },
    { what: "filter Over the limit", path: pageOf("pins", { filter: "overLimit" }) },
    { what: "filter by batch", path: pageOf("pins", { batch: "Retail 2" }) },
    {
      what: "filter Blocked and a very common part",
      path: pageOf("pins", { filter: "blocked", query: terms.common }),
    },
  ];
}
