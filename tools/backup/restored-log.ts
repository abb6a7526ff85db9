import type { PersonKind } from "@ornament/contracts/events/definition";
import { isLasting, streams } from "@ornament/contracts/events/streams";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import {
  type CheckedKey,
  masterKeyCheck,
  unrecordedKeys,
} from "@ornament/platform/eventstore/encryption/key-check";
import { personKeyStream } from "@ornament/platform/eventstore/encryption/person-keys";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { allRights } from "@ornament/platform/eventstore/rights/rights";
import type { Checkpoint } from "@ornament/platform/log-proof/checkpoint";
import { GrowingTree, leafHashOf } from "@ornament/platform/log-proof/merkle";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { auditDirOf } from "@ornament/projector/last-backup";
import { extentOf, type OpenedBackup, openBackup } from "./opened-backup.ts";
import { BackupRefused } from "./refused.ts";
import { continueRegister, type Registered, type RegisterOptions, readRegister } from "./register.ts";
import { type SecretValues, secretsOf } from "./sealed-secrets.ts";

export interface RestoreOptions extends RegisterOptions {
  readonly from: string;
}

/** Restores a backup, and returns what was done, a line each. */
export type Restore = (options: RestoreOptions, environment: Environment) => Promise<readonly string[]>;
/** Restores a backup on trial. Throws `BackupRefused` if it fails. */
export type Drill = (options: RestoreOptions, environment: Environment) => Promise<void>;

/** Checks the restored event store of EVENTSTORE_URL against a copy, and erases the registered persons again. */
export const restoreServed =
  (prepare: PrepareErasures): Restore =>
  async ({ from, ...register }, environment) => {
    if (!environment.EVENTSTORE_URL)
      throw new ConfigError("EVENTSTORE_URL is missing: it names the restored event store");
    const backup = openBackup(from, environment);
    const registered = await readRegister(register, environment, backup);
    const lines = await checkServed(backup, { ...environment, ...backup.secrets }, registered, prepare);
    const auditDir = auditDirOf(environment);
    if (auditDir !== undefined) await continueRegister(auditDir, registered);
    return lines;
  };

/** Checks the event store and erases the persons again. Returns what was done, a line each. */
export async function checkServed(
  backup: OpenedBackup,
  environment: Environment,
  registered: Registered,
  prepare: PrepareErasures,
): Promise<readonly string[]> {
  const { store, place, close } = await openServedLog(environment, { rights: allRights });
  try {
    await requireOwnKeys(store, environment);
    const later = await checkLog(store.readBytes(), backup.checkpoint);
    const erased = await eraseAgain(store, registered, () => prepare(store, backup.secrets));
    const size = backup.checkpoint?.size ?? 0;
    return [
      `The copy has ${extentOf(backup.manifest)}.`,
      `${place} has the ${size.toLocaleString("en-US")} lasting events of the signed checkpoint, and ${later.toLocaleString("en-US")} later ones.`,
      erasedLine(erased, registered.persons.length),
    ];
  } finally {
    await close();
  }
}

export const erasedLine = (erased: number, registered: number): string =>
  `${erased} of the ${registered} persons in the register were erased again.`;

/** Compares the lasting events with the signed checkpoint. Returns the number of later ones. */
export async function checkLog(
  events: AsyncIterable<EventBytes>,
  checkpoint: Checkpoint | undefined,
): Promise<number> {
  if (!checkpoint) return 0;
  const tree = new GrowingTree();
  let later = 0;
  for await (const event of events) {
    if (!isLasting(event.stream)) continue;
    if (tree.size < checkpoint.size) tree.add(leafHashOf(event));
    else later += 1;
  }
  if (tree.size < checkpoint.size)
    throw new BackupRefused(
      `The event store ends before the backup: it has ${tree.size} of ${checkpoint.size} lasting events`,
    );
  if (!tree.root().equals(checkpoint.root))
    throw new BackupRefused(
      "The events are not those of the signed checkpoint: the event store or the backup was changed",
    );
  return later;
}

type ErasePerson = (person: { kind: PersonKind; id: number }) => Promise<void>;

export type PrepareErasures = (store: EventStore, secrets: SecretValues) => Promise<ErasePerson>;

/** Erases the persons of the register whose data can be read. It can be repeated. Returns their number. */
export async function eraseAgain(
  store: EventStore,
  { persons, confirmAdmin }: Registered,
  prepare: () => Promise<ErasePerson>,
): Promise<number> {
  const readable: { kind: PersonKind; id: number }[] = [];
  for (const { personId } of persons) {
    const { revision } = await store.read(personKeyStream(personId), { maxCount: 1 });
    if (revision === "no_stream") continue;
    const [, kind = "", id = ""] = /^(admin|consumer)(\d+)$/.exec(personId) ?? [];
    readable.push({ kind: kind as PersonKind, id: Number(id) });
  }
  const { events } = await store.read<DirectoryEvent>(streams.adminDirectory);
  for (const { kind, id } of readable) {
    const ofAdmin = events.filter(({ data }) => kind === "admin" && data.adminId === id);
    if (ofAdmin.length === 0 || ofAdmin.at(-1)?.type === "AdminAccountDeleted") continue;
    const name = ofAdmin.findLast(({ data }) => data.email)?.data.email;
    await confirmAdmin(`admin${id}`, name ?? "without an email address");
  }
  const erase = readable.length > 0 ? await prepare() : undefined;
  for (const person of readable) await erase?.(person);
  return readable.length;
}

type DirectoryEvent = { type: string; data: { adminId?: number; email?: string | null } };

/** Throws `ConfigError` if the event store's events were written with another MASTER_KEY or ADDRESS_KEY. */
export async function requireOwnKeys(store: EventStore, environment: Environment): Promise<void> {
  const secrets = secretsOf(environment);
  const { masterKey } = readSecrets(secrets, ["master"]);
  const fits = async () => true;
  const address: CheckedKey[] = secrets.ADDRESS_KEY
    ? [{ name: "address", key: serverKey(readSecrets(secrets, ["address"]).addressKey), fits }]
    : [];
  await unrecordedKeys(store, [masterKeyCheck(store, masterKey), ...address]);
}
