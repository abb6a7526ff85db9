import { definitionOf, eventCatalogue } from "@ornament/contracts/events/catalogue";
import type { EventDefinition } from "@ornament/contracts/events/definition";
import type { Audience } from "@ornament/contracts/events/fields";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { folded } from "@ornament/contracts/read-models/read-model";
import { actorLabel } from "./actor-label.ts";
import { type ContentOf, defineProjection, type Lookup, type ProjectedEvent } from "./projection.ts";

type Entry = ContentOf<ActionLogDocument>;

/**
 * The System action log: an entry for each event whose definition is not `hidden`. When the data of a person
 * are erased, the personal data in the entries are replaced, so that the entries are the same as after a
 * replay. The data of a consumer are erased with the account, those of an admin when their retention ends.
 */
export const actionLog = defineProjection<{ main: Entry }>({
  readModel: actionLogReadModel,
  keys: Object.fromEntries(
    Object.values(eventCatalogue)
      .filter(({ log }) => log !== "hidden")
      .map(({ type }) => [type, entry]),
  ),
  lookups: { ConsumerAccountDeleted: entriesOfPerson, AdminDataErased: entriesOfPerson },
  evolve: {
    main: (state, event) => (state ? erased(state, event) : entryOf(event)),
  },
});

function entry({ id }: ProjectedEvent) {
  return [{ part: "main", id }] as const;
}

function entriesOfPerson(event: ProjectedEvent): readonly Lookup<"main">[] {
  const person = erasedPerson(event);
  return person === undefined ? [] : [{ part: "main", field: "person", value: person }];
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
    valueSort: folded(state.erasedValue),
    person: null,
    erasedValue: null,
  };
}

function entryOf(event: ProjectedEvent): Entry | undefined {
  const found = shown(event);
  if (!found) return undefined;
  const { definition, log } = found;
  const { actor } = event.metadata;
  const role = actorLabel(actor);
  const { value, ...erasure } = valueAndErasure(definition, event, log.value);
  return {
    type: event.type,
    createdAt: event.createdAt,
    adminId: actor.kind === "admin" ? actor.id : null,
    adminRole: actor.kind === "admin" ? actor.role : null,
    role,
    action: log.action,
    value,
    roleSort: folded(role),
    actionSort: folded(log.action),
    valueSort: folded(value),
    subject: subjectOf(event),
    aboutAdmin: aboutAdminOf(event),
    code: "code" in event.data ? event.data.code : null,
    ...erasure,
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
  { person, personal }: EventDefinition,
  event: ProjectedEvent,
  wordsOf: (data: Record<string, unknown>) => string,
): Pick<Entry, "value" | "person" | "erasedValue"> {
  const data: Record<string, unknown> = event.data;
  const readable = personal.filter((field) => data[field] !== null);
  if (!person || readable.length === 0) return { value: wordsOf(data), person: null, erasedValue: null };
  const without = Object.fromEntries(readable.map((field) => [field, null]));
  const erasedValue = wordsOf({ ...data, ...without });
  // This event erases the person, so its personal data must not be shown either.
  if (erasedPerson(event) !== undefined) return { value: erasedValue, person: null, erasedValue: null };
  return { value: wordsOf(data), person: `${person.kind}-${data[person.field]}`, erasedValue };
}
