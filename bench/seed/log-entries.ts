import { pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { customerLabel, roleLabels, systemLabel } from "@ornament/contracts/domain/roles";
import type { ActionLogDocument, LogSessionDocument } from "@ornament/contracts/read-models/action-log";
import { searchable } from "@ornament/contracts/read-models/search-text";
import { groupOfAction } from "@ornament/contracts/tables/log-actions";
import { Drawn } from "@ornament/embedded/demo/drawn";

const minute = 60_000;
const days = 400;
const pins = 250_000;
const consumers = 200_000;
const admins = 20;
const imports = 50;

/** Actions of consumers, admins and the system, a frequent one several times. */
const actions = {
  consumer: [
    ["Signed in", "SessionStarted"],
    ["Signed in", "SessionStarted"],
    ["Device signed in", "DeviceSignedIn"],
    ["Device signed in", "DeviceSignedIn"],
    ["Device bound", "DeviceBound"],
    ["PIN registered", "PinRegistered"],
    ["Account registered", "ConsumerRegistered"],
    ["Email confirmed", "ConsumerEmailConfirmed"],
    ["Marketing emails changed", "MarketingPreferenceChanged"],
    ["Ornament renamed", "OrnamentRenamed"],
  ],
  admin: [
    ["Signed in", "SessionStarted"],
    ["PIN deactivated", "PinDeactivated"],
    ["PIN activated", "PinActivated"],
    ["Device renamed", "DeviceRenamed"],
    ["Device removed", "DeviceRemoved"],
    ["Setting changed", "SettingChanged"],
    ["PINs imported", "PinImportCompleted"],
    ["Admin name changed", "AdminProfileUpdated"],
  ],
  system: [
    ["PIN released", "PinReleased"],
    ["Signed out", "SessionEnded"],
    ["Mail failed", "MailFailed"],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>;

const comments = ["Reported stolen", "Lost in the mail", "Returned to the shop", "Replaced, ticket closed"];

/** The terms that filters of the bench ask for. */
export const logTerms = {
  admin: (n: number) => `admin-${1 + (n % admins)}`,
  consumer: (n: number) => `consumer-${1 + (n % consumers)}`,
  pin: (n: number) => `pin-${pinCodeOf(1_000_000 + (n % pins))}`,
  batchImport: (n: number) => `import-${n % imports}`,
  request: (n: number) => `request-${n * 3}`,
  session: (n: number) => `session-${n * 7}`,
  /** An instant within the time of the entries. */
  instant: (n: number) => new Date(now - ((n * 37) % days) * 1_440 * minute),
};

const now = Math.floor(Date.now() / minute) * minute;

/** The n-th of `count` entries of the System action log, as the projector writes them. */
export function* drawLogEntries(count: number): Generator<ActionLogDocument> {
  const drawn = new Drawn(24);
  for (let n = 0; n < count; n += 1) {
    const kind = drawn.one(["consumer", "consumer", "consumer", "consumer", "admin", "system"] as const);
    const [action, type] = drawn.one<readonly [string, string]>(actions[kind]);
    const code = pinCodeOf(1_000_000 + drawn.below(pins));
    const consumer = 1 + drawn.below(consumers);
    const admin = 1 + drawn.below(admins);
    const about = aboutOf(type, code, admin, drawn);
    const role = { consumer: customerLabel, admin: roleLabels.ADMIN, system: systemLabel }[kind];
    const isPin = about?.startsWith("pin-") === true;
    const value = isPin ? `${code}: ${drawn.one(comments)}` : `${drawn.one(comments)} ${n}`;
    const position = BigInt(n);
    yield {
      _id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
      type,
      createdAt: new Date(now - Math.floor(((count - n) / count) * days * 1_440 * minute)),
      commit: position,
      actor: kind === "system" ? "system" : `${kind}-${kind === "admin" ? admin : consumer}`,
      adminRole: kind === "admin" ? "ADMIN" : null,
      role,
      group: groupOfAction(action),
      action,
      value,
      roleSort: searchable(role),
      actionSort: searchable(action),
      valueSort: searchable(value),
      subject: kind === "consumer" || isPin ? consumer : null,
      about,
      bulkChange: null,
      folded: false,
      changes: isPin ? [registered(`${about}/status`)] : [],
      request: `request-${Math.floor(n / 2)}`,
      cause: null,
      session: kind === "system" ? null : sessionOf(n),
      person: kind === "consumer" ? `consumer-${consumer}` : null,
      erasedValue: null,
      position,
      deleted: false,
    };
  }
}

/** The number of entries of one session. */
const ofSession = 5;
const sessionOf = (n: number) => `session-${Math.floor(n / ofSession)}`;

/** The sessions of `count` entries. */
export function* drawLogSessions(count: number): Generator<LogSessionDocument> {
  for (let n = 0; n < count; n += ofSession)
    yield {
      _id: `session-start-${n}`,
      session: sessionOf(n),
      commit: BigInt(n),
      browser: "Safari on iPhone",
      address: "192.0.2.7",
      person: `consumer-${1 + (n % consumers)}`,
      position: BigInt(n),
      deleted: false,
    };
}

const registered = (thing: string): ActionLogDocument["changes"][number] => ({
  thing,
  what: "Status",
  to: "Registered",
  first: "Not registered",
  erasedTo: null,
});

function aboutOf(type: string, code: string, admin: number, drawn: Drawn): string | null {
  if (/^(Pin(Reg|Dea|Act|Rel)|Device|Ornament)/.test(type)) return `pin-${code}`;
  if (type === "SettingChanged") return `setting-${drawn.one(["numberDevices", "playerUrl"])}`;
  if (type === "PinImportCompleted") return `import-${drawn.below(imports)}`;
  return type === "AdminProfileUpdated" ? `admin-${admin}` : null;
}
