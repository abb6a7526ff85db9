import {
  type AccessDocument,
  accessId,
  accessReadModel,
  endedSessionsMilliseconds,
} from "@ornament/contracts/access/document";
import type { Audience } from "@ornament/contracts/events/fields";
import { beginsCredentialEpoch } from "@ornament/contracts/sign-in/credential-epoch";
import { type ContentOf, defineProjection, type ProjectedEvent } from "./projection.ts";

type Access = ContentOf<AccessDocument>;

export const access = defineProjection<{ main: Access }>({
  readModel: accessReadModel,
  keys: {
    AdminAccountCreated: admin,
    AdminRoleChanged: admin,
    AdminDeactivated: admin,
    AdminAccountDeleted: admin,
    AdminPasswordSet: admin,
    AdminPasswordReset: admin,
    AdminSignedOutEverywhere: admin,
    AdminRecovered: admin,
    ConsumerRegistered: consumer,
    ConsumerPasswordReset: consumer,
    ConsumerAccountDeleted: consumer,
    SessionEnded: ({ data }) => principal(data.audience, data.subjectId),
  },
  evolve: { main: (state, event) => evolve(state ?? unknownPrincipal, event) },
});

const unknownPrincipal: Access = { role: null, removed: false, epoch: null, epochs: 0, endedSessions: [] };

function principal(audience: Audience, subjectId: number) {
  return [{ part: "main", id: accessId(audience, subjectId) }] as const;
}

function admin({ data }: { data: { adminId: number } }) {
  return principal("admin", data.adminId);
}

function consumer({ data }: { data: { consumerId: number } }) {
  return principal("consumer", data.consumerId);
}

function evolve(state: Access, event: ProjectedEvent): Access {
  const changed = beginsCredentialEpoch(event.type)
    ? { ...state, epoch: event.id, epochs: state.epochs + 1 }
    : state;
  switch (event.type) {
    case "AdminAccountCreated":
    case "AdminRoleChanged":
      return { ...changed, role: event.data.role };
    case "ConsumerRegistered":
      return { ...changed, role: "consumer" };
    case "AdminAccountDeleted":
    case "ConsumerAccountDeleted":
      return { ...changed, removed: true };
    case "SessionEnded":
      return { ...changed, endedSessions: endedAfter(state, event.data.sessionId, event.createdAt) };
    default:
      return changed;
  }
}

function endedAfter(state: Access, id: string, at: Date): Access["endedSessions"] {
  const since = at.getTime() - endedSessionsMilliseconds;
  return [
    ...state.endedSessions.filter((session) => session.at.getTime() > since && session.id !== id),
    { id, at },
  ];
}
