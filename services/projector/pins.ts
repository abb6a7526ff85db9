import { type BatchDocument, type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import { batchSortOf, searchable, searchTextOf } from "@ornament/contracts/tables/search-text";
import { formatPinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { actorLabel } from "./action-log.ts";
import { type Emails, emailsAfter } from "./consumers.ts";
import { type ContentOf, defineProjection, groupOf, type ProjectedEvent } from "./projection.ts";

type Pin = ContentOf<PinDocument>;
type Owner = { readonly email: string | null; readonly formerEmails: string[] };
type Batch = ContentOf<BatchDocument>;
type Parts = { main: Pin; owners: Owner; batches: Batch };

const commentsKept = 20;

const owner = groupOf("owners", "consumerId");

/** The Pins table. A PIN has the email addresses of its owner's group. */
export const pins = defineProjection<Parts>({
  readModel: pinsReadModel,
  keys: {
    ConsumerRegistered: owner,
    ConsumerEmailChanged: owner,
    ConsumerAccountDeleted: owner,
    PinRegistered: (event) => [...owner(event), ...pin(event)],
    PinImported: (event) => [...pin(event), { part: "batches", id: event.data.batchName }],
    PinDeactivated: pin,
    PinActivated: pin,
    PinReleased: pin,
    DeviceBound: pin,
    DeviceSignedIn: pin,
    DeviceRenamed: pin,
    DeviceRemoved: pin,
  },
  lookups: { ConsumerEmailChanged: pinsOfOwner, ConsumerAccountDeleted: pinsOfOwner },
  evolve: {
    owners: evolveOwner,
    batches: evolveBatch,
    main: (state, event, look) =>
      searchableFrom(
        state,
        evolvePin(state, event, (consumerId) => look("owners", consumerId) ?? nobody),
      ),
  },
});

function pin({ data }: { data: { code: string } }) {
  return [{ part: "main", id: pinIdOf(data.code) }] as const;
}

function pinsOfOwner({ data }: { data: { consumerId: number } }) {
  return [{ part: "main", field: "consumerId", value: data.consumerId }] as const;
}

function evolveBatch(state: Batch | undefined, event: ProjectedEvent): Batch | undefined {
  if (event.type !== "PinImported") return state;
  const { importId } = event.data;
  if (!state) return { createdAt: event.createdAt, imports: [importId], pins: 1 };
  // A PIN is imported once, so each event adds one.
  const imports = state.imports.includes(importId) ? state.imports : [...state.imports, importId];
  return { ...state, imports, pins: state.pins + 1 };
}

function evolveOwner(state: Owner | undefined, event: ProjectedEvent): Owner | undefined {
  switch (event.type) {
    case "ConsumerRegistered":
      return { email: event.data.email, formerEmails: [] };
    case "ConsumerEmailChanged":
      return state && emailsAfter(state, event.data.email);
    case "ConsumerAccountDeleted":
      return undefined;
    default:
      return state;
  }
}

const nobody: Owner = { email: null, formerEmails: [] };

function evolvePin(
  state: Pin | undefined,
  event: ProjectedEvent,
  ownerOf: (consumerId: number) => Emails,
): Pin | undefined {
  if (event.type === "PinImported") return state ?? imported(event.data);
  if (!state) return undefined;
  const { createdAt } = event;
  switch (event.type) {
    case "PinRegistered": {
      const { consumerId } = event.data;
      const owned = { consumerId, ...ownerOf(consumerId), registeredAt: createdAt, lastBulkChange: null };
      return withStatus({ ...state, ...owned });
    }
    case "PinDeactivated": {
      const { comment } = event.data;
      const comments = [{ comment, createdAt }, ...state.comments].slice(0, commentsKept);
      return withStatus({ ...state, blocked: true, comment, comments, ...changeBy(event) });
    }
    case "PinActivated":
      return withStatus({ ...state, blocked: false, ...changeBy(event) });
    case "PinReleased":
      return withStatus({
        ...state,
        consumerId: null,
        ...nobody,
        registeredAt: null,
        lastBulkChange: null,
        devices: [],
        countDevices: 0,
      });
    case "ConsumerEmailChanged":
      return { ...state, ...emailsAfter(state, event.data.email) };
    case "ConsumerAccountDeleted":
      return { ...state, ...nobody, devices: state.devices.map(withoutPerson) };
    default:
      return withDevices(state, devicesAfter(state.devices, event));
  }
}

type PinImport = Extract<ProjectedEvent, { type: "PinImported" }>["data"];

/** The searched texts come first, because a document store reads all fields before the searched one. */
const imported = ({ code, batchName, importId }: PinImport): Pin => ({
  search: "",
  emailSearch: "",
  commentSearch: "",
  code,
  pin: formatPinCode(code),
  consumerId: null,
  ...nobody,
  status: false,
  blocked: false,
  batchName,
  batchSort: batchSortOf(batchName),
  importId,
  registeredAt: null,
  countDevices: 0,
  devices: [],
  comment: "",
  comments: [],
  statusChange: null,
  lastBulkChange: null,
});

const changeBy = ({
  type,
  data: { comment, bulkChangeId },
  createdAt,
  metadata: { actor },
}: Extract<ProjectedEvent, { type: "PinDeactivated" | "PinActivated" }>): Pick<
  Pin,
  "statusChange" | "lastBulkChange"
> => ({
  statusChange: {
    blocked: type === "PinDeactivated",
    comment,
    createdAt,
    role: actorLabel(actor),
    adminId: actor.kind === "admin" ? actor.id : null,
  },
  lastBulkChange: bulkChangeId ?? null,
});

/** The next state with its search texts. An unchanged state keeps them. */
function searchableFrom(before: Pin | undefined, next: Pin | undefined): Pin | undefined {
  if (!next || next === before) return next;
  const { email, formerEmails, code, pin: shown, batchName, comment } = next;
  return {
    ...next,
    emailSearch: searchTextOf([email, ...formerEmails]),
    commentSearch: searchable(comment),
    search: searchTextOf([email, ...formerEmails, code, shown, batchName, comment]),
  };
}

const withStatus = (state: Pin): Pin => ({ ...state, status: state.consumerId !== null && !state.blocked });

type Device = Pin["devices"][number];

const withoutPerson = (device: Device): Device => ({ ...device, userAgent: null, name: null });

const withDevices = (state: Pin, devices: Device[]): Pin =>
  devices === state.devices ? state : { ...state, devices, countDevices: devices.length };

function devicesAfter(devices: Device[], event: ProjectedEvent): Device[] {
  const at = event.createdAt;
  switch (event.type) {
    case "DeviceBound": {
      const { deviceId, userAgent } = event.data;
      const others = devices.filter(({ id }) => id !== deviceId);
      return [...others, { id: deviceId, userAgent, name: "", boundAt: at, lastLogin: at }];
    }
    case "DeviceSignedIn":
      return devices.map((device) =>
        device.id === event.data.deviceId ? { ...device, lastLogin: at } : device,
      );
    case "DeviceRenamed": {
      const { deviceId, name } = event.data;
      return devices.map((device) => (device.id === deviceId ? { ...device, name } : device));
    }
    case "DeviceRemoved":
      return devices.filter(({ id }) => id !== event.data.deviceId);
    default:
      return devices;
  }
}
