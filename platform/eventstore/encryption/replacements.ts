import { type AuthenticityEvent, authenticityEvents } from "@ornament/contracts/events/authenticity";
import { keyCheckEvents } from "@ornament/contracts/events/key-check";
import { streams } from "@ornament/contracts/events/streams";
import { ConfigError } from "../../config/read-config.ts";
import type { EventStore } from "../event-store.ts";
import type { RawEvent } from "../log-client.ts";

type Log = Pick<EventStore, "readRaw" | "authenticity">;
type Replacement = Extract<AuthenticityEvent, { type: "MasterKeyReplaced" }>["data"];

/** A start while the master key is being replaced. */
export const replacementUnfinished = () =>
  new ConfigError(
    "A replacement of MASTER_KEY began and is not finished; run `npm run secrets -- rotate MASTER_KEY` again, or in the image `ornament secrets rotate MASTER_KEY`",
  );

/**
 * The replacements of the master key. Those of former periods are forged for a reader with the new key that
 * has not called `requireMacs`.
 */
export async function replacementsIn(log: Log): Promise<{ isForged: boolean; data: Replacement }[]> {
  const { type, schema } = authenticityEvents.MasterKeyReplaced;
  const events = (await log.readRaw(streams.macs)).filter((event) => event.type === type);
  return events.flatMap((event) => {
    const { data } = schema.loose().safeParse(event.data);
    return data ? [{ isForged: log.authenticity.isForged(event), data }] : [];
  });
}

/**
 * Throws `ConfigError` if the replacement of the master key has begun, or its replacement by another key, and
 * by the new key if that replacement is not finished.
 * @param recorded the id of the recorded master key
 */
export async function refuseReplacedKey(
  log: Log,
  keyId: string,
  recorded: string | undefined,
): Promise<void> {
  const replacements = await replacementsIn(log);
  const next = replacements.find(({ isForged, data }) => !isForged && data.formerKeyId === keyId);
  if (next && (await isRecorded(log, next.data.keyId)))
    throw new ConfigError(
      "MASTER_KEY was replaced in this event store; take the key that replaced it from secrets.json, .env or their backup",
      [],
      "wrong_keys",
    );
  const isBegun = recorded !== keyId && replacements.some(({ data }) => data.keyId === keyId);
  if (next || isBegun) throw replacementUnfinished();
}

/** Whether any record names the key. Another program can have written it. */
export async function isRecorded(log: Pick<Log, "readRaw">, keyId: string): Promise<boolean> {
  const events = await log.readRaw(streams.keyCheck("master"));
  return events.some((event) => keyIdRecordedIn(event) === keyId);
}

/** The id of the key that a record names. */
export const keyIdRecordedIn = (event: RawEvent | undefined): string | undefined =>
  keyCheckEvents.KeyRecorded.schema.loose().safeParse(event?.data).data?.keyId;
