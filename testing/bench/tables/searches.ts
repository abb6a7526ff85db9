import { actionLogPaths, consumerPaths, findPaths, pinPaths } from "@ornament/contracts/routes/back-office";
import type { SeedPeople } from "../seed/people.ts";
import { type Kind, pageOf } from "./kinds.ts";
import { lastDays } from "./pages.ts";
import { termsOf } from "./terms.ts";

type Terms = ReturnType<typeof termsOf>;

const boxes = {
  Pins: pinPaths.listPins.path,
  Users: consumerPaths.listConsumers.path,
  Log: actionLogPaths.listActionLog.path,
  Find: findPaths.find.path,
};
type Box = keyof typeof boxes;

const search = (
  people: SeedPeople,
  box: Box,
  what: string,
  query: (terms: Terms) => string,
  more: Readonly<Record<string, string>> = {},
): Kind => ({
  what: `${box}: ${what}`,
  path(n) {
    const asked = query(termsOf(people, n));
    if (box === "Find") return `${boxes.Find}?${new URLSearchParams({ query: asked })}`;
    return pageOf(boxes[box], { ...(box === "Log" ? { page: "1" } : {}), query: asked, ...more });
  },
});

/**
 * Searches with an index, in the tables of PINs and consumers and in the search box of the top bar.
 */
export const exactSearches = (people: SeedPeople): Kind[] =>
  (["Pins", "Users", "Find"] as const).flatMap((box) => [
    search(people, box, "a complete PIN", ({ pin }) => pin),
    search(people, box, "a PIN with look-alikes", ({ lookAlikes }) => lookAlikes),
    search(people, box, "a complete address", ({ email }) => email),
    search(people, box, "a former address", ({ formerEmail }) => formerEmail),
    search(people, box, "the beginning of an address with its @", ({ beginning }) => beginning),
  ]);

/** Searches that scan each text. */
export const insideSearches = (people: SeedPeople): Kind[] => [
  ...(["Pins", "Users", "Find"] as const).flatMap((box) => [
    search(people, box, "the inside of a PIN", ({ insideOfPin }) => insideOfPin),
    search(people, box, "the end of a PIN", ({ endOfPin }) => endOfPin),
    search(people, box, "a PIN with a missing character", ({ mistypedPin }) => mistypedPin),
    search(people, box, "the inside of an address", ({ insideOfEmail }) => insideOfEmail),
    search(people, box, "two words", ({ twoWords }) => twoWords),
    search(people, box, "nothing found", ({ nothing }) => nothing),
    search(people, box, "a very common part", ({ common }) => common),
  ]),
  search(people, "Pins", "a batch", ({ batch }) => batch),
  search(people, "Pins", "a batch, in Batch", ({ batch }) => batch, { field: "batch" }),
  search(people, "Pins", "the Commentary", ({ comment }) => comment),
  search(people, "Pins", "the Commentary, in Commentary", ({ comment }) => comment, { field: "commentary" }),
  search(people, "Pins", "a very common part, blocked", ({ common }) => common, { filter: "blocked" }),
  search(people, "Users", "a very common part, 30 days", ({ common }) => common, lastDays(30)),
];

/** The same in the System action log, which has several entries for each PIN and consumer. */
export const logSearches = (people: SeedPeople): Kind[] => [
  search(people, "Log", "the inside of an address", ({ insideOfEmail }) => insideOfEmail),
  search(people, "Log", "the inside of a comment", ({ comment }) => comment),
];
