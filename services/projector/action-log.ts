import { groupOfAction } from "@ornament/contracts/action-log/actions";
import {
  type ActionLogDocument,
  actionLogReadModel,
  type LoggedChange,
  type LogSessionDocument,
} from "@ornament/contracts/action-log/document";
import { definitionOf, readEvents } from "@ornament/contracts/catalogue";
import { describeDevice } from "@ornament/contracts/devices/device-description";
import {
  type EventDefinition,
  type LogChange,
  type LogEntry,
  personOf,
} from "@ornament/contracts/events/definition";
import type { Audience } from "@ornament/contracts/events/fields";
import type { Actor } from "@ornament/contracts/events/metadata";
import { searchable } from "@ornament/contracts/tables/search-text";
import { customerLabel, roleLabel, systemLabel } from "@ornament/contracts/values/roles";
import {
  type ContentOf,
  defineProjection,
  groupOfEvent,
  type Lookup,
  type ProjectedEvent,
} from "./projection.ts";

type Entry = ContentOf<ActionLogDocument>;
type Place = ContentOf<LogSessionDocument>;
type Parts = { main: Entry; sessions: Place };

const entry = groupOfEvent("main");
const sessionPlace = groupOfEvent("sessions");

/**
 * The System action log: an entry for each event whose definition is not `hidden`. When the data of a person
 * are erased, the personal data in the entries are replaced, so that the entries are the same as after a
 * replay. The data of a consumer are erased with the account, those of an admin when their retention ends.
 */
export const actionLog = defineProjection<Parts>({
  readModel: actionLogReadModel,
  keys: {
    ...Object.fromEntries(
      Object.values(readEvents)
        .filter(({ log }) => log !== "hidden")
        .map(({ type }) => [type, entry]),
    ),
    SessionStarted: (event) => [...entry(event), ...sessionPlace(event)],
    SessionRefreshed: sessionPlace,
    // Another program chose the id of the forged event, perhaps that of a true one.
    ForgedEventFound: ({ position: { commit, prepare } }) => [
      { part: "main", id: `forged-${commit}-${prepare}` },
    ],
  },
  lookups: { ConsumerAccountDeleted: ofPerson, AdminDataErased: ofPerson },
  evolve: {
    main: (state, event) => (state ? erased(state, event) : entryOf(event)),
    sessions: (state, event) => {
      if (!state) return sessionPlaceOf(event);
      return erasedPerson(event) === undefined ? state : undefined;
    },
  },
});

function ofPerson(event: ProjectedEvent): readonly Lookup<keyof Parts>[] {
  const person = erasedPerson(event);
  if (person === undefined) return [];
  return (["main", "sessions"] as const).map((part) => ({ part, field: "person", value: person }));
}

function shown(event: ProjectedEvent) {
  const definition = definitionOf(event.type);
  return definition && definition.log !== "hidden" ? { definition, log: definition.log } : undefined;
}

function erasedPerson(event: ProjectedEvent): string | undefined {
  if (event.type === "ConsumerAccountDeleted") return `consumer-${event.data.consumerId}`;
  return event.type === "AdminDataErased" ? `admin-${event.data.adminId}` : undefined;
}

function erased(state: Entry, event: ProjectedEvent): Entry {
  if (erasedPerson(event) === undefined || state.erasedValue === null) return state;
  return {
    ...state,
    value: state.erasedValue,
    valueSort: searchable(state.erasedValue),
    changes: state.changes.map(withoutPersonal),
    person: null,
    erasedValue: null,
  };
}

const withoutPersonal = (change: LoggedChange): LoggedChange => ({
  ...change,
  to: change.erasedTo ?? change.to,
  erasedTo: null,
});

/** The entry of an event; `undefined` for an event whose definition is `hidden`. */
export function entryOf(event: ProjectedEvent): Entry | undefined {
  const found = shown(event);
  if (!found) return undefined;
  const { definition, log } = found;
  const { requestId, $causationId } = event.metadata;
  const { value, ...texts } = textsOf(definition, event, log);
  return {
    ...actAndActor(event),
    group: groupOfAction(log.action),
    action: log.action,
    value,
    actionSort: searchable(log.action),
    valueSort: searchable(value),
    subject: subjectOf(event),
    about: aboutOf(event),
    ...bulkChangeOf(event),
    request: requestId ?? null,
    cause: requestId === undefined ? ($causationId ?? null) : null,
    session: sessionOf(event),
    ...texts,
  };
}

function actAndActor({ type, createdAt, position, metadata: { actor } }: ProjectedEvent) {
  const role = actorLabel(actor);
  return {
    type,
    createdAt,
    commit: position.commit,
    actor: nameOf(actor),
    adminRole: actor.kind === "admin" ? actor.role : null,
    role,
    roleSort: searchable(role),
  };
}

export const nameOf = (actor: Actor): string =>
  actor.kind === "system" ? "system" : `${actor.kind}-${actor.id}`;

function subjectOf({ type, data, metadata }: ProjectedEvent): number | null {
  if ("consumerId" in data) return data.consumerId;
  if (type === "EvidenceGiven") return caseOf(data.subject).consumer;
  const named = accountIn(data, "consumer");
  if (named !== null) return named;
  return metadata.actor.kind === "consumer" ? metadata.actor.id : null;
}

/** The consumer or the other thing that an evidence file is about. The entries of a batch are those of its imports. */
function caseOf(subject: string) {
  const [, id] = /^consumer-(\d{1,16})$/.exec(subject) ?? [];
  const isOther = id === undefined && !subject.startsWith("batch-");
  return { consumer: id === undefined ? null : Number(id), other: isOther ? subject : undefined };
}

function aboutOf({ type, data }: ProjectedEvent): string | null {
  if ("code" in data) return `pin-${data.code}`;
  if ("importId" in data) return `import-${data.importId}`;
  if ("batch" in data) return data.batch === null ? null : `batch-${data.batch}`;
  if (type === "SettingChanged") return `setting-${data.name}`;
  if (type === "EvidenceGiven") return caseOf(data.subject).other ?? `admin-${data.adminId}`;
  const admin = "adminId" in data ? data.adminId : accountIn(data, "admin");
  return admin === null ? null : `admin-${admin}`;
}

/** A bulk change is one entry. Those of its PINs are behind it. */
function bulkChangeOf({ data }: ProjectedEvent): Pick<Entry, "bulkChange" | "folded"> {
  const bulkChange = ("bulkChangeId" in data && data.bulkChangeId) || null;
  return { bulkChange, folded: bulkChange !== null && "code" in data };
}

/** The account that an event names by the site of the sign-in. The oldest locks and mails name none. */
function accountIn(data: ProjectedEvent["data"], audience: Audience): number | null {
  return "audience" in data && "subjectId" in data && data.audience === audience
    ? (data.subjectId ?? null)
    : null;
}

/** The session of the actor. The events of a session name it also where their metadata do not. */
function sessionOf({ data, metadata }: ProjectedEvent): string | null {
  return metadata.sessionId ?? ("sessionId" in data ? data.sessionId : null);
}

type Texts = Pick<Entry, "value" | "changes" | "person" | "erasedValue">;

/** The texts of an entry, and those that replace its personal data when the person is erased. */
function textsOf(
  definition: EventDefinition,
  event: ProjectedEvent,
  log: LogEntry<Record<string, unknown>>,
): Texts {
  const data: Record<string, unknown> = event.data;
  const readable = definition.personal.filter((field) => data[field] !== null && data[field] !== undefined);
  const person = personOf(definition, data);
  if (!person || readable.length === 0) return withoutPerson(log, data);
  const erasedData = { ...data, ...Object.fromEntries(readable.map((field) => [field, null])) };
  const without = withoutPerson(log, erasedData);
  // This event erases the person, so its personal data must not be shown either.
  if (erasedPerson(event) !== undefined) return without;
  const value = log.value(data);
  const changes = (log.changes?.(data) ?? []).map((change, n) => {
    const { to } = without.changes[n] ?? change;
    return { ...stored(change), erasedTo: to === change.to ? null : to };
  });
  // Personal data that the entry doesn't show, such as a sign-in's address, leave nothing to erase.
  const isShown = value !== without.value || changes.some(({ erasedTo }) => erasedTo !== null);
  if (!isShown) return without;
  return { value, changes, person: `${person.kind}-${person.id}`, erasedValue: without.value };
}

function withoutPerson(log: LogEntry<Record<string, unknown>>, data: Record<string, unknown>): Texts {
  const changes = (log.changes?.(data) ?? []).map(stored);
  return { value: log.value(data), changes, person: null, erasedValue: null };
}

const stored = (change: LogChange): LoggedChange => ({
  ...change,
  first: change.first ?? null,
  erasedTo: null,
});

/** The browser and address from which a session is used from this event on; `undefined` where they are not recorded. */
export function sessionPlaceOf({
  type,
  data,
  position,
}: ProjectedEvent): ContentOf<LogSessionDocument> | undefined {
  if (type !== "SessionStarted" && type !== "SessionRefreshed") return undefined;
  const { userAgent, address, device } = data;
  if (userAgent === null && address === null) return undefined;
  return {
    session: data.sessionId,
    commit: position.commit,
    browser: userAgent === null ? null : (device ?? describeDevice(userAgent)),
    address,
    person: `${data.audience}-${data.subjectId}`,
  };
}

/** The role of an event's actor at that time, as the back office shows it. */
export function actorLabel(actor: Actor): string {
  if (actor.kind === "admin") return roleLabel(actor.role);
  return actor.kind === "consumer" ? customerLabel : systemLabel;
}
