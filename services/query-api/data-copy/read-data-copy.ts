import { accessId } from "@ornament/contracts/access/document";
import {
  type ActionLogDocument,
  actionLogReadModel,
  type LogSessionDocument,
} from "@ornament/contracts/action-log/document";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/consumers/document";
import type { CopiedEntry, DataCopy } from "@ornament/contracts/data-copy/api";
import { describeDevice } from "@ornament/contracts/devices/device-description";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import { present } from "@ornament/contracts/projections/read-model";
import { Refusal } from "@ornament/contracts/routes/errors";
import {
  type MailDocument,
  type SignInHelpDocument,
  signInHelpReadModel,
} from "@ornament/contracts/sign-in-help/document";
import type { Brand } from "@ornament/contracts/values/brand";
import { formatPinCode } from "@ornament/contracts/values/pin-code";
import { consumerIn, consumerName } from "../action-log/entry-names.ts";
import { LogEntries } from "../action-log/log-entries.ts";
import { Places } from "../action-log/places.ts";
import { pinsOf } from "../consumers/consumer-rows.ts";
import type { ReadView } from "../read-side/view.ts";
import { mailFacts, textOf } from "../sign-in-help/routes.ts";
import { notIncluded, sectionMeanings } from "./texts.ts";

interface Asked {
  readonly id: number;
  readonly now: Date;
  readonly timeZone: string;
  readonly brand: Brand;
}

/** A copy whose log, which can be long, is read in chunks while it is written. */
export interface DataCopyInParts {
  readonly facts: Omit<DataCopy, "log">;
  readonly entries: AsyncIterable<readonly CopiedEntry[]>;
}

/** Everything that the read models have about one consumer, and nothing about others. Throws `consumer_not_found`. */
export async function readDataCopy(view: ReadView, asked: Asked): Promise<DataCopyInParts> {
  const { id } = asked;
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  const consumer = await view
    .collection<ConsumerDocument>(consumersReadModel)
    .findOne({ _id: id, ...present });
  if (!consumer) throw new Refusal("consumer_not_found");
  const [pins, help, mails, places, sessions, entries] = await Promise.all([
    pinsOf(view, consumer),
    view
      .collection<SignInHelpDocument>(signInHelpReadModel)
      .findOne({ _id: accessId("consumer", id), removed: false }),
    view
      .collection<MailDocument>(signInHelpReadModel, "mails")
      .find({ account: accessId("consumer", id), ...present })
      .sort({ askedAt: -1, _id: -1 })
      .toArray(),
    view
      .collection<LogSessionDocument>(actionLogReadModel, "sessions")
      .find({ person: consumerName(id), ...present })
      .toArray(),
    log.find({ subject: id, type: { $in: sessionTypes } }).toArray(),
    LogEntries.find(view, { fieldName: "date", direction: "ASC", query: "", timeZone: "UTC" }, id),
  ]);
  const whereUsed = new Places(places);
  return {
    facts: {
      about: aboutOf(view, asked),
      account: accountOf(consumer, help),
      ...ornamentsOf(consumer, pins),
      sessions: toCopiedSessions(sessions, whereUsed),
      ...limitsOf(help),
      mails: mails.map(mailFacts),
    },
    entries: copiedEntries(entries, id, whereUsed),
  };
}

async function* copiedEntries(entries: LogEntries, id: number, places: Places) {
  for await (const chunk of entries.all()) yield chunk.map((entry) => toCopiedEntry(entry, id, places));
}

function aboutOf(view: ReadView, { id, now, timeZone, brand }: Asked): DataCopy["about"] {
  const since = view.notUpToDateSince([
    consumersReadModel,
    pinsReadModel,
    signInHelpReadModel,
    actionLogReadModel,
  ]);
  return {
    product: brand.name,
    consumerId: id,
    createdAt: now.toISOString(),
    timeZone,
    notUpToDateSince: textOf(since),
    support: { email: brand.supportEmail, phone: brand.supportPhone, hours: brand.supportHours },
    sections: { ...sectionMeanings },
    notIncluded: [...notIncluded],
  };
}

const accountOf = (consumer: ConsumerDocument, help: SignInHelpDocument | null): DataCopy["account"] => ({
  id: consumer._id,
  email: consumer.email,
  formerEmails: consumer.formerEmails,
  registeredAt: consumer.createdAt.toISOString(),
  emailConfirmed: consumer.isActivated,
  confirmedAt: textOf(consumer.confirmedAt),
  marketingEmails: consumer.marketingEmail,
  lastSignInAt: textOf(help?.lastSignInAt),
});

function ornamentsOf(
  { _id, pins: owned }: ConsumerDocument,
  pins: ReadonlyMap<number, PinDocument>,
): Pick<DataCopy, "ornaments" | "devices"> {
  return {
    ornaments: owned.map(({ pinId, code, name, registeredAt }) => ({
      pin: formatPinCode(code),
      name,
      enteredAt: registeredAt.toISOString(),
      deactivated: pins.get(pinId)?.blocked ?? false,
    })),
    devices: owned.flatMap(({ pinId, code }) => {
      const pin = pins.get(pinId);
      if (pin?.consumerId !== _id) return [];
      return pin.devices.map(({ name, userAgent, boundAt, lastLogin }) => ({
        pin: formatPinCode(code),
        name,
        browser: userAgent === null ? null : describeDevice(userAgent),
        userAgent,
        firstUsedAt: boundAt.toISOString(),
        lastUsedAt: lastLogin.toISOString(),
      }));
    }),
  };
}

const limitsOf = (help: SignInHelpDocument | null): Pick<DataCopy, "pauses" | "refusals"> => ({
  pauses: (help?.locks ?? []).map(({ at, until, failures, knownBrowser }) => ({
    startedAt: at.toISOString(),
    until: until.toISOString(),
    failures,
    knownBrowser,
  })),
  refusals: (help?.refusals ?? []).map(({ kind, at, until, code, limit, userAgent }) => ({
    kind,
    at: at.toISOString(),
    until: textOf(until),
    pin: code === null || kind === "pin-of-another-account" ? null : formatPinCode(code),
    limit,
    device: userAgent === null ? null : describeDevice(userAgent),
  })),
});

const accountHolder = "Account holder";

/** Values about another account: its address in a refused change of email, or its PIN in a refused entry. */
const valuesOfOthers: Partial<Record<DomainEvent["type"], string>> = {
  ConsumerEmailChangeRefused: "an address of another account",
  PinEntryRefused: "a PIN of another account",
};

type Entry = Pick<
  ActionLogDocument,
  "type" | "createdAt" | "commit" | "actor" | "role" | "action" | "value" | "changes" | "session"
>;

/**
 * An entry of the System action log as the copy of a consumer's data has it. Staff is named by role, and other accounts
 * are not named. Browser and network address are the consumer's only.
 * @param places of the consumer's own sessions
 */
export function toCopiedEntry(entry: Entry, consumerId: number, places: Places): CopiedEntry {
  const { type, actor, role, session, commit } = entry;
  const isOwn = actor === consumerName(consumerId);
  const place = isOwn && session !== null ? places.at(session, commit) : undefined;
  return {
    at: entry.createdAt.toISOString(),
    by: isOwn ? accountHolder : consumerIn(actor) === undefined ? role : "Another account",
    action: entry.action,
    value: valuesOfOthers[type as DomainEvent["type"]] ?? entry.value,
    // The owner of a PIN is a number of an account, which says nothing to the person.
    changes: entry.changes.flatMap(({ thing, what, to }) => (thing.endsWith("/owner") ? [] : [{ what, to }])),
    browser: place?.browser ?? null,
    address: place?.address ?? null,
  };
}

const sessionTypes = ["SessionStarted", "SessionEnded"];

/** The sessions of a person, newest first, from the entries of their begin and end. */
export function toCopiedSessions(
  entries: readonly Pick<Entry, "type" | "createdAt" | "session" | "value">[],
  places: Places,
): DataCopy["sessions"] {
  const ends = new Map(
    entries.filter(({ type }) => type === "SessionEnded").map((end) => [end.session, end]),
  );
  return entries
    .filter(({ type }) => type === "SessionStarted")
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ session, createdAt }) => {
      const end = ends.get(session);
      return {
        signedInAt: createdAt.toISOString(),
        endedAt: end?.createdAt.toISOString() ?? null,
        end: end === undefined ? null : reasonOf(end),
        places: session === null ? [] : places.of(session),
      };
    });
}

const reasonOf = ({ value }: Pick<Entry, "value">) => value.replace(/^ended: /, "") || "sign-out";
