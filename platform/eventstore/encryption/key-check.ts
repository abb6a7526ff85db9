import type { IrreplaceableKey, KeyCheckEvent } from "@ornament/contracts/events/key-check";
import { streams } from "@ornament/contracts/events/streams";
import { wrongKeys } from "../../config/read-config.ts";
import type { ServerKey } from "../../tokens/keyed-hash.ts";
import { secretVariables } from "../../tokens/secrets.ts";
import type { EventStore } from "../event-store.ts";
import { ConflictError } from "../store-errors.ts";
import { personKeyCreated } from "./person-keys.ts";

/** A key of this installation, and whether it fits the events of an event store without recorded keys. */
export interface CheckedKey {
  readonly name: IrreplaceableKey;
  readonly key: ServerKey;
  fits(): Promise<boolean>;
}

type Log = Pick<EventStore, "read" | "append" | "readAll">;

/**
 * Refuses keys that differ from the keys of the stored events: throws `ConfigError` and writes nothing. The
 * first start with an event store records its keys. In an event store with events but without recorded keys,
 * the events show whether the keys fit.
 */
export async function checkKeys(log: Log, keys: readonly CheckedKey[], correlationId: string): Promise<void> {
  // The keys are recorded one after another in a fixed order, so that only one of two starts with different
  // keys succeeds.
  for (const checked of await unrecordedKeys(log, keys)) await record(log, checked, correlationId);
}

/** The keys that fit the stored events but are not recorded. Throws `ConfigError` as `checkKeys` does. */
export async function unrecordedKeys(
  log: Pick<Log, "read">,
  keys: readonly CheckedKey[],
): Promise<readonly CheckedKey[]> {
  const found = await Promise.all(
    keys.map(async (checked) => {
      const recorded = await recordedKeyId(log, checked.name);
      const fits = recorded === undefined ? await checked.fits() : recorded === checked.key.id;
      return { checked, recorded, fits };
    }),
  );
  const wrong = found.filter(({ fits }) => !fits).map(({ checked }) => secretVariables[checked.name]);
  if (wrong.length > 0) throw wrongKeys(wrong);
  return found.filter(({ recorded }) => recorded === undefined).map(({ checked }) => checked);
}

async function record(log: Log, { name, key }: CheckedKey, correlationId: string): Promise<void> {
  const event = { type: "KeyRecorded", data: { key: name, keyId: key.id } };
  const cause = { correlationId, actor: { kind: "system" } } as const;
  try {
    await log.append(streams.keyCheck(name), "no_stream", [event], cause);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    // Another service that starts at the same time was first.
    if ((await recordedKeyId(log, name)) !== key.id) throw wrongKeys([secretVariables[name]]);
  }
}

async function recordedKeyId(log: Pick<Log, "read">, name: IrreplaceableKey): Promise<string | undefined> {
  const { events } = await log.read<KeyCheckEvent>(streams.keyCheck(name));
  return events[0]?.data.keyId;
}

/**
 * The master key. Without a record it has to open the first person's key, which is among the first events.
 */
export const masterKeyCheck = (log: Pick<Log, "readAll">, key: ServerKey): CheckedKey => ({
  name: "master",
  key,
  async fits() {
    // Decoding throws `ConfigError` at a person's key that the master key doesn't open.
    for await (const { type } of log.readAll()) if (type === personKeyCreated) break;
    return true;
  },
});
