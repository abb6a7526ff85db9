import { parsePinCode } from "@ornament/contracts/values/pin-code";
import { settingNames } from "@ornament/contracts/values/settings";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { ConfigError } from "@ornament/platform/config/read-config";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { readToHead } from "@ornament/projector/erasures/read-to-head";
import { emailEvents, emailToldBy } from "@ornament/projector/evidence/audited-event";

export const thingKinds = ["pin", "consumer", "admin", "setting", "batch", "import", "bulkChange"] as const;
export type ThingKind = (typeof thingKinds)[number];

/** The subject of a thing, such as `pin-AB12CD3`. Throws `ConfigError` for an id that can't be one. */
export async function subjectOf(
  store: Pick<EventStore, "head" | "subscribeToAll">,
  kind: ThingKind,
  id: string,
): Promise<string> {
  switch (kind) {
    case "pin":
      return `pin-${parsePinCode(id) ?? refuse(`${id} is not a PIN; it has seven letters and digits`)}`;
    case "setting":
      return (settingNames as readonly string[]).includes(id)
        ? `setting-${id}`
        : refuse(`there is no setting ${id}; choose one of ${settingNames.join(", ")}`);
    case "consumer":
    case "admin":
      if (/^\d{1,16}$/.test(id)) return `${kind}-${id}`;
      return id.includes("@")
        ? accountWith(id, kind, store)
        : refuse(`${id} is neither the id nor the email address of an account`);
    case "batch":
    case "import":
    case "bulkChange":
      return `${kind}-${id}`;
    default:
      return unreachable(kind);
  }
}

function refuse(message: string): never {
  throw new ConfigError(message);
}

async function accountWith(
  email: string,
  kind: "admin" | "consumer",
  store: Pick<EventStore, "head" | "subscribeToAll">,
): Promise<string> {
  const accounts = new Set<string>();
  await readToHead(store, { head: await store.head(), eventTypes: emailEvents }, async (events) => {
    for (const event of events) {
      const [account, told] = emailToldBy(event) ?? [];
      if (account?.startsWith(kind) && told?.toLowerCase() === email.trim().toLowerCase())
        accounts.add(account);
    }
  });
  const [first, ...others] = accounts;
  if (first === undefined) return refuse(`no ${kind} has or had the email address ${email}`);
  if (others.length === 0) return first;
  const ids = [...accounts].map((account) => account.slice(kind.length + 1)).join(" and ");
  return refuse(`the ${kind}s ${ids} have or had the email address ${email}; name one by its id`);
}
