import type { KeyCheckEvent } from "@ornament/contracts/events/key-check";
import type { PersonKeyEvent } from "@ornament/contracts/events/person-key";
import { streams } from "@ornament/contracts/events/streams";
import { ConfigError } from "../../config/read-config.ts";
import type { ServerKey } from "../../tokens/keyed-hash.ts";
import { masterKeyReplaced } from "../authenticity/former-periods.ts";
import type { AppendMetadata, EventStore } from "../event-store.ts";
import { checkKeys, isRecorded, masterKeyCheck, replacementsIn, unrecordedKeys } from "./key-check.ts";
import { unwrap, wrap, wrappedKeyTypes } from "./person-keys.ts";

/** No other process uses the event store meanwhile. */
export interface MasterKeyReplacement {
  readonly former: ServerKey;
  readonly key: ServerKey;
  /** If it is not MASTER_KEY. */
  readonly formerVariable?: string | undefined;
  /** Keeps the new key durably. Called before the new key is used; a repeated call has no effect. */
  keep(): void;
  onProgress(done: number, total: number): void;
}

const atATime = 64;

const keyStream = streams.keyCheck("master");
const cause: AppendMetadata = { correlationId: "replaced master key", actor: { kind: "system" } };

/**
 * Wraps each person's key with the new master key, and makes the key of the events' MACs another one. Returns
 * `already` if this was done before. Every step can be repeated, so a call after a kill at any place finishes
 * the replacement. Throws `ConfigError`, and writes nothing, if a key is wrong. See
 * docs/decisions/0057-a-master-key-can-be-replaced.md.
 * @param stores the same event store with the former and with the new master key
 */
export async function replaceMasterKey(
  { before, after }: { readonly before: EventStore; readonly after: EventStore },
  replacement: MasterKeyReplacement,
): Promise<"replaced" | "already"> {
  const { former, key } = replacement;
  const isBegun = (await replacementsIn(after)).some(
    ({ data }) => data.keyId === key.id && data.formerKeyId === former.id,
  );
  if (!isBegun) await begin(before, replacement);
  await after.requireMacs({ record: false });
  if (isBegun && (await isRecorded(after, key.id))) {
    await unrecordedKeys(after, [masterKeyCheck(after, key)]);
    return "already";
  }
  await rewrapAll(after, replacement);
  const { revision } = await after.read<KeyCheckEvent>(keyStream);
  const recorded = { type: "KeyRecorded", data: { key: "master", keyId: key.id } };
  await after.append(keyStream, revision, [recorded], cause);
  return "replaced";
}

/** From the event on that this appends, the former key makes no valid MAC. */
async function begin(before: EventStore, replacement: MasterKeyReplacement): Promise<void> {
  const { former, key, formerVariable } = replacement;
  if (await isRecorded(before, key.id))
    throw new ConfigError(
      "MASTER_KEY is already the key of this event store, or was it before; set it to a key that was never used, and MASTER_KEY_PREVIOUS to the key of this event store",
    );
  const check = [masterKeyCheck(before, former, formerVariable)];
  await unrecordedKeys(before, check);
  replacement.keep();
  await checkKeys(before, check, cause.correlationId);
  await before.requireMacs();
  const { revision } = await before.read(streams.macs);
  await before.append(streams.macs, revision, [masterKeyReplaced(former, key)], cause);
}

async function rewrapAll(log: EventStore, replacement: MasterKeyReplacement): Promise<void> {
  const keyStreams = await keyStreamsIn(log);
  for (let done = 0; done < keyStreams.length; done += atATime) {
    replacement.onProgress(done, keyStreams.length);
    await Promise.all(
      keyStreams.slice(done, done + atATime).map((stream) => rewrap(log, stream, replacement)),
    );
  }
  replacement.onProgress(keyStreams.length, keyStreams.length);
}

/** The streams of all keys that were ever written, those of erased persons included. */
async function keyStreamsIn(log: EventStore): Promise<string[]> {
  const found = new Set<string>();
  const subscription = log.subscribeToAll({
    name: "the persons' keys",
    from: "start",
    batchSize: 2_000,
    filter: { eventTypes: [...wrappedKeyTypes] },
    onBatch: async ({ events }) => {
      for (const { stream } of events) found.add(stream);
    },
  });
  try {
    await subscription.caughtUp();
    return [...found];
  } finally {
    await subscription.stop();
  }
}

/** The expected revision keeps the stream of an erased person deleted. */
async function rewrap(
  log: EventStore,
  stream: string,
  { former, key }: Pick<MasterKeyReplacement, "former" | "key">,
): Promise<void> {
  const { events, revision } = await log.read<PersonKeyEvent>(stream);
  const wrappedBy = (keyId: string) => events.find(({ data }) => data.keyId === keyId);
  let rewrapped = wrappedBy(key.id)?.revision;
  if (rewrapped === undefined) {
    const created = wrappedBy(former.id);
    if (!created) return;
    const { personId } = created.data;
    const data = wrap(key, personId, unwrap(former, created.data));
    rewrapped = (await log.append(stream, revision, [{ type: "PersonKeyRewrapped", data }], cause)).revision;
  }
  // The former wrapping can't be read any more, and a scavenge deletes it. A limit to the newest event would let
  // another program hide the key.
  const isCutOff = events.every((event) => event.revision >= rewrapped);
  if (!isCutOff) await log.setStreamMetadata(stream, { truncateBefore: Number(rewrapped) });
}
