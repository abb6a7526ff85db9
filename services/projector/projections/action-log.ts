import { definitionOf, eventCatalogue } from "@ornament/contracts/events/catalogue";
import { type EventDefinition, personOf } from "@ornament/contracts/events/definition";
import type { Audience } from "@ornament/contracts/events/fields";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { folded } from "@ornament/contracts/read-models/read-model";
import { actorLabel } from "./actor-label.ts";
import { type ContentOf, defineProjection, type Lookup, type ProjectedEvent } from "./projection.ts";

/** The type and the stream of another program's event can be of any length. */
const longestForgedValue = 200;

type Entry = ContentOf<ActionLogDocument>;

/**
 * The System action log: an entry for each event whose definition is not `hidden`. When an account is
 * deleted, the personal data in its entries are replaced, so that the entries are the same as after a replay.
 */
export const actionLog = defineProjection<{ main: Entry }>({
  readModel: actionLogReadModel,
  keys: Object.fromEntries(
    Object.values(eventCatalogue)
      .filter(({ log }) => log !== "hidden")
      .map(({ type }) => [type, entry]),
  ),
  forgedKeys: ({ id }) => [{ part: "main", id }],
  lookups: { ConsumerAccountDeleted: entriesOfPerson, AdminAccountDeleted: entriesOfPerson },
  evolve: {
    main(state, event) {
      if (state) return erased(state, event);
      return event.forged ? forgedEntry(event) : entryOf(event);
    },
  },
});

function entry({ id }: ProjectedEvent) {
  return [{ part: "main", id }] as const;
}

function entriesOfPerson(event: ProjectedEvent): readonly Lookup<"main">[] {
  const person = deletedPerson(event);
  return person === undefined ? [] : [{ part: "main", field: "person", value: person }];
}

function shown(event: ProjectedEvent) {
  const definition = definitionOf(event.type);
  return definition && definition.log !== "hidden" ? { definition, log: definition.log } : undefined;
}

function deletedPerson(event: ProjectedEvent): string | undefined {
  if (event.type === "ConsumerAccountDeleted") return `consumer-${event.data.consumerId}`;
  return event.type === "AdminAccountDeleted" ? `admin-${event.data.adminId}` : undefined;
}

function erased(state: Entry, event: ProjectedEvent): Entry {
  if (deletedPerson(event) === undefined || state.erasedValue === null) return state;
  return {
    ...state,
    value: state.erasedValue,
    valueSort: folded(state.erasedValue),
    person: null,
    erasedValue: null,
  };
}

function entryOf(event: ProjectedEvent): Entry | undefined {
  const found = shown(event);
  if (!found) return undefined;
  const { definition, log } = found;
  const { value, ...erasure } = valueAndErasure(definition, event, log.value);
  return {
    ...whoActed(event),
    type: event.type,
    createdAt: event.createdAt,
    action: log.action,
    value,
    actionSort: folded(log.action),
    valueSort: folded(value),
    subject: subjectOf(event),
    aboutAdmin: aboutAdminOf(event),
    code: "code" in event.data ? event.data.code : null,
    forged: event.forged === true,
    ...erasure,
  };
}

/**
 * The entry of an event that another program wrote: the claimed one, marked. An event that would have no
 * entry has one that names its type and stream, so that all forged events are found here.
 */
function forgedEntry(event: ProjectedEvent): Entry {
  const isReadable = event.unreadable === undefined && event.invalid === undefined;
  const claimed = isReadable ? entryOf(event) : undefined;
  if (claimed) return claimed;
  const action = "Unknown event";
  const value = `${event.type} in ${event.stream}`.slice(0, longestForgedValue);
  return {
    ...whoActed(event),
    type: event.type,
    createdAt: event.createdAt,
    action,
    value,
    actionSort: folded(action),
    valueSort: folded(value),
    subject: null,
    aboutAdmin: null,
    code: null,
    forged: true,
    person: null,
    erasedValue: null,
  };
}

function whoActed({ metadata: { actor } }: ProjectedEvent) {
  const role = actorLabel(actor);
  return {
    adminId: actor.kind === "admin" ? actor.id : null,
    adminRole: actor.kind === "admin" ? actor.role : null,
    role,
    roleSort: folded(role),
  };
}

/** The consumer of an event: the one that it names, otherwise the acting one. */
function subjectOf({ data, metadata }: ProjectedEvent): number | null {
  if ("consumerId" in data) return data.consumerId;
  const named = accountIn(data, "consumer");
  if (named !== null) return named;
  return metadata.actor.kind === "consumer" ? metadata.actor.id : null;
}

/** The admin that an event names. */
function aboutAdminOf({ data }: ProjectedEvent): number | null {
  return "adminId" in data ? data.adminId : accountIn(data, "admin");
}

/** The account that an event names by the site of the sign-in. The oldest locks and mails name none. */
function accountIn(data: ProjectedEvent["data"], audience: Audience): number | null {
  return "audience" in data && "subjectId" in data && data.audience === audience
    ? (data.subjectId ?? null)
    : null;
}

function valueAndErasure(
  definition: EventDefinition,
  event: ProjectedEvent,
  wordsOf: (data: Record<string, unknown>) => string,
): Pick<Entry, "value" | "person" | "erasedValue"> {
  const data: Record<string, unknown> = event.data;
  const readable = definition.personal.filter((field) => data[field] !== null);
  const person = personOf(definition, data);
  if (!person || readable.length === 0) return { value: wordsOf(data), person: null, erasedValue: null };
  const without = Object.fromEntries(readable.map((field) => [field, null]));
  const erasedValue = wordsOf({ ...data, ...without });
  // This event deletes the account, so its personal data must not be shown either.
  if (deletedPerson(event) !== undefined) return { value: erasedValue, person: null, erasedValue: null };
  const value = wordsOf(data);
  // Personal data that the entry doesn't show, such as a sign-in's address, leave nothing to erase.
  if (value === erasedValue) return { value, person: null, erasedValue: null };
  return { value, person: `${person.kind}-${person.id}`, erasedValue };
}
