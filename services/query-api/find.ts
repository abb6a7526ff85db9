import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/consumers/document";
import type { FoundConsumer, FoundPin, findRoutes } from "@ornament/contracts/find/api";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import type { Stored } from "@ornament/contracts/projections/read-model";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Collection, Document, Filter, Sort, WithId } from "mongodb";
import { beginsWith, emailBegins, hadEmail, hasOrHadEmail } from "./emails.ts";
import { byCodes } from "./pins/found-pins.ts";
import type { ReadSide } from "./read-side/read-side.ts";
import { reading } from "./read-side/reading.ts";
import { allOf, anyOf } from "./table/conditions.ts";
import { containsExactly, exactThenAlike, pinEnding, similarPins } from "./table/search.ts";
import { readTerm, type SearchTerm } from "./table/search-term.ts";

export function findHandlers(readSide: ReadSide): HandlersFor<typeof findRoutes> {
  return {
    find: reading(readSide, async ({ query }, view) => {
      const term = readTerm(query.query);
      const words = wordsOfEmail(term);
      const pinsBy = (steps: Filter<PinDocument>[][]) =>
        bestFirst(view.collection<PinDocument>(pinsReadModel), {
          steps,
          sort: { _id: 1 },
          fields: ["pin", "status", "blocked", "email", "consumerId"],
        });
      const having = await pinsBy(stepsToPins(term));
      const similar =
        having.found.length > 0 ? undefined : similarPins<PinDocument>(term, "all", { byCodes });
      const pins = similar === undefined ? having : await pinsBy([[similar]]);
      // A complete PIN that was found is meant as one, so the insides of addresses are not searched for it.
      const isPin = term.isSurelyCode && having.found.length > 0;
      const consumers = await bestFirst(view.collection<ConsumerDocument>(consumersReadModel), {
        steps: stepsToConsumers(words).slice(0, isPin ? 1 : undefined),
        sort: { email: 1 },
        fields: ["email", "formerEmails", "isActivated"],
        enough: term.email === undefined && term.emailStart === undefined ? undefined : 1,
      });
      return {
        consumers: consumers.found.map((consumer) => toConsumer(consumer, words)),
        pins: pins.found.map(toPin),
        moreConsumers: consumers.more,
        morePins: pins.more,
        ...(similar && pins.found.length > 0 ? { similarPins: true } : {}),
      };
    }),
  };
}

const wordsOfEmail = ({ email, bareWords }: SearchTerm): readonly string[] =>
  email === undefined ? bareWords : [email];

/** Searches by indexes first: the whole address, a former one, a beginning. Then any part is searched. */
function stepsToConsumers(words: readonly string[]): Filter<ConsumerDocument>[][] {
  const [word] = words;
  if (word === undefined) return [];
  const parts = words.map(containsExactly);
  const inEmail = allOf<ConsumerDocument>(parts.map((part) => ({ email: part })));
  if (words.length > 1) {
    const inEither = parts.map((part) => anyOf<ConsumerDocument>([{ email: part }, hadEmail(part)]));
    return [[], [inEmail, allOf<ConsumerDocument>([{ formerSearch: { $gt: "" } }, ...inEither])]];
  }
  const byIndex = word.includes("@")
    ? [...hasOrHadEmail(word), ...emailBegins(word)]
    : [{ email: beginsWith(word) }];
  const anywhere = [inEmail, ...parts.map(hadEmail)];
  return [byIndex, anywhere];
}

/** Searches PINs: the whole one, look-alikes, ends and beginnings; then any other part. */
function stepsToPins(term: SearchTerm): Filter<PinDocument>[][] {
  const { code, codeParts } = term;
  const whole = code === undefined ? [] : exactThenAlike(code, { byCodes });
  const ending = pinEnding<PinDocument>(term);
  const parts = codeParts.filter((part) => part !== code);
  const beginnings = parts.map((part) => ({
    _id: { $gte: pinIdOf(part.padEnd(7, "0")), $lte: pinIdOf(part.padEnd(7, "Z")) },
  }));
  // A term with "PIN" before it may include that or not. PINs that contain the longer part contain the
  // shorter one too.
  const anywhere = parts.slice(0, 1).map((part) => ({ code: containsExactly(part) }));
  return [[...whole, ...(ending ? [ending] : []), ...beginnings], anywhere];
}

type Found<D, Fields extends keyof D> = Pick<D, Fields | ("_id" & keyof D)>;

function toConsumer(
  {
    _id,
    email,
    formerEmails,
    isActivated,
  }: Found<ConsumerDocument, "email" | "formerEmails" | "isActivated">,
  words: readonly string[],
): FoundConsumer {
  const missing = words.filter((word) => !email?.includes(word));
  const former = formerEmails.find((address) => missing.every((word) => address.includes(word)));
  const formerEmail = missing.length === 0 ? null : (former ?? null);
  return { id: _id, email: email ?? "", formerEmail, isActivated };
}

const toPin = (pin: Found<PinDocument, "pin" | "status" | "blocked" | "email" | "consumerId">): FoundPin => ({
  id: pin._id,
  pin: pin.pin,
  status: pin.status,
  blocked: pin.blocked,
  email: pin.email,
  userId: pin.consumerId,
});

const most = 5;

/**
 * The documents that the filters find: first those of the first filter, each once. The filters come in steps:
 * those of one step are asked at the same time, and the next step only while fewer than `enough` are found.
 * `more` says that there are others.
 */
export async function bestFirst<D extends Stored & { _id: string | number }>(
  collection: Collection<D>,
  {
    steps,
    sort,
    fields,
    enough = most + 1,
  }: {
    steps: readonly Filter<D>[][];
    sort: Sort;
    fields: readonly (keyof D)[];
    enough?: number | undefined;
  },
): Promise<{ found: WithId<D>[]; more: boolean }> {
  const projection: Document = Object.fromEntries(fields.map((field) => [field, 1]));
  const firstOf = (filter: Filter<D>) =>
    collection
      .find(filter, { projection })
      .sort(sort)
      .limit(most + 1)
      .toArray();
  const found = new Map<string | number, WithId<D>>();
  for (const filters of steps) {
    if (found.size >= enough) break;
    const documents = (await Promise.all(filters.map(firstOf))).flat();
    for (const document of documents) if (!found.has(document._id)) found.set(document._id, document);
  }
  return { found: [...found.values()].slice(0, most), more: found.size > most };
}
