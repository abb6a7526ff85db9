import type { FoundConsumer, FoundPin } from "@ornament/contracts/find/api";
import { consumerProfilePath, consumersPath, homePath, pinAnchor, pinPath } from "../page/paths.ts";
import { similarText } from "../table/narrowing.tsx";
import type { Found } from "./use-find.ts";

/** One line of the results, and the page that it leads to. */
export interface FoundEntry {
  key: string;
  text: string;
  /** More about it, such as the owner of a PIN. */
  note: string;
  to: string;
  /** Leads to a table with all matches of the term. */
  isTable?: true;
}

/** The entries of one kind, and last the entry that leads to all matches in their table. */
export interface FoundGroup {
  kind: "Consumers" | "PINs";
  label: string;
  entries: readonly FoundEntry[];
}

const searchedTable = (path: string, query: string) => `${path}?${new URLSearchParams({ query })}`;

const consumerEntry = ({ id, email, formerEmail, isActivated }: FoundConsumer): FoundEntry => ({
  key: `consumer-${id}`,
  text: email,
  note: [formerEmail && `formerly ${formerEmail}`, isActivated ? "" : "Unconfirmed"]
    .filter(Boolean)
    .join(" · "),
  to: consumerProfilePath(id),
});

/** A PIN leads to its owner's profile, whom a search for a PIN is usually about, or else to its page. */
const pinEntry = ({ id, pin, blocked, email, userId }: FoundPin): FoundEntry => ({
  key: `pin-${id}`,
  text: pin,
  note: [blocked ? "Blocked" : "", email ?? "No owner"].filter(Boolean).join(" · "),
  to: userId === null ? pinPath(pin) : `${consumerProfilePath(userId)}#${pinAnchor(pin)}`,
});

const allIn = (name: string, path: string, term: string): FoundEntry => ({
  key: `all-${name}`,
  text: `Show all in ${name}`,
  note: "",
  to: searchedTable(path, term),
  isTable: true,
});

/**
 * The results, the best first: PINs for a term with a digit and no @, consumers for any other, and similar PINs
 * last.
 */
export function foundGroups({ consumers, pins, similarPins }: Found, term: string): FoundGroup[] {
  const people: FoundGroup = {
    kind: "Consumers",
    label: "Consumers",
    entries: [...consumers.map(consumerEntry), allIn("Consumers", consumersPath, term)],
  };
  const codes: FoundGroup = {
    kind: "PINs",
    label: similarPins ? similarText(term) : "PINs",
    entries: [...pins.map(pinEntry), allIn("Pins", homePath, term)],
  };
  const exact = term.toLowerCase();
  const isPerson = consumers.some(({ email }) => email.toLowerCase() === exact);
  const isCode = !isPerson && !similarPins && /\d/.test(term) && !term.includes("@");
  const groups = isCode ? [codes, people] : [people, codes];
  return groups.filter(({ entries }) => entries.length > 1);
}

/** The announcement of an answer by a screen reader. */
export function foundText({ consumers, pins, moreConsumers, morePins, similarPins }: Found): string {
  const counted = (count: number, more: boolean, one: string, many: string) =>
    count === 0 ? [] : [`${more ? "more than " : ""}${count} ${count === 1 && !more ? one : many}`];
  const parts = [
    ...counted(consumers.length, moreConsumers, "consumer", "consumers"),
    ...(similarPins
      ? counted(pins.length, morePins, "similar PIN", "similar PINs")
      : counted(pins.length, morePins, "PIN", "PINs")),
  ];
  return parts.length === 0 ? "Nothing found" : `Found ${parts.join(" and ")}`;
}
