import { type AuthenticityEvent, authenticityEvents } from "@ornament/contracts/events/authenticity";
import { keyCheckEvents, type RecordedKey } from "@ornament/contracts/events/key-check";
import { streams } from "@ornament/contracts/events/streams";
import { ConfigError, wrongKeys } from "../../config/read-config.ts";
import type { ServerKey } from "../../tokens/keyed-hash.ts";
import { secretVariables } from "../../tokens/secrets.ts";
import { isForgedEventFound } from "../authenticity/forged-event-found.ts";
import type { EventStore } from "../event-store.ts";
import type { RawEvent } from "../log-client.ts";
import { ConflictError } from "../store-errors.ts";
import { wrappedKeySchema, wrappedKeyTypes } from "./person-keys.ts";

export interface CheckedKey {
  readonly name: RecordedKey;
  readonly key: ServerKey;
  /** Its environment variable, if it is not that of today's key. */
  readonly variable?: string | undefined;
  fits(): Promise<boolean>;
}

type Log = Pick<EventStore, "readRaw" | "authenticity">;

const variableOf = ({ name, variable }: CheckedKey) => variable ?? secretVariables[name];

/**
 * Throws `ConfigError` for keys that differ from those of the stored events, and writes nothing. The first start
 * with an event store records its keys. Without recorded keys, the events show whether the keys fit.
 */
export async function checkKeys(
  log: Log & Pick<EventStore, "append">,
  keys: readonly CheckedKey[],
  correlationId: string,
): Promise<void> {
  // The keys are recorded one after another in a fixed order, so that only one of two starts with different
  // keys succeeds.
  for (const checked of await unrecordedKeys(log, keys)) await record(log, checked, correlationId);
}

/** The keys that fit the stored events but are not recorded. Throws `ConfigError` as `checkKeys` does. */
export async function unrecordedKeys(log: Log, keys: readonly CheckedKey[]): Promise<readonly CheckedKey[]> {
  const found = await Promise.all(
    keys.map(async (checked) => {
      const recorded = await recordedKeyId(log, checked);
      if (checked.name === "master") await refuseReplacedKey(log, checked.key.id, recorded);
      const fits = recorded === undefined ? await checked.fits() : recorded === checked.key.id;
      return { checked, recorded, fits };
    }),
  );
  const wrong = found.filter(({ fits }) => !fits).map(({ checked }) => variableOf(checked));
  if (wrong.length > 0) throw wrongKeys(wrong);
  return found.filter(({ recorded }) => recorded === undefined).map(({ checked }) => checked);
}

async function record(
  log: Log & Pick<EventStore, "append">,
  checked: CheckedKey,
  correlationId: string,
): Promise<void> {
  const { name, key } = checked;
  const event = { type: "KeyRecorded", data: { key: name, keyId: key.id } };
  const cause = { correlationId, actor: { kind: "system" } } as const;
  try {
    await log.append(streams.keyCheck(name), "no_stream", [event], cause);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    // Another service that starts at the same time was first.
    if ((await recordedKeyId(log, checked)) !== key.id) throw wrongKeys([variableOf(checked)]);
  }
}

/**
 * The id of the recorded key: that of a replacement by this key, otherwise the first one. With another master
 * key the first record itself has a wrong MAC.
 */
async function recordedKeyId(
  log: Log,
  { name, key }: Pick<CheckedKey, "name" | "key">,
): Promise<string | undefined> {
  const events = await log.readRaw(streams.keyCheck(name));
  const isByThisKey = events.some((e) => !log.authenticity.isForged(e) && keyIdRecordedIn(e) === key.id);
  return isByThisKey ? key.id : keyIdRecordedIn(events[0]);
}

/** Without a record the master key has to open the first person's key, which is among the first events. */
export const masterKeyCheck = (
  log: Pick<EventStore, "readAll">,
  key: ServerKey,
  variable?: string,
): CheckedKey => ({
  name: "master",
  key,
  variable,
  async fits() {
    for await (const event of log.readAll({ withForged: true })) {
      if (isForgedEventFound(event) && wrappedKeyTypes.has(event.data.type)) return false;
      if (!wrappedKeyTypes.has(event.type)) continue;
      // Decoding throws `ConfigError` at a key with the id of the master key that it doesn't open.
      return wrappedKeySchema.safeParse(event.data).data?.keyId === key.id;
    }
    return true;
  },
});

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

export const keyIdRecordedIn = (event: RawEvent | undefined): string | undefined =>
  keyCheckEvents.KeyRecorded.schema.loose().safeParse(event?.data).data?.keyId;
