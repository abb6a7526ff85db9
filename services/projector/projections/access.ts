import { raisesCredentialEpoch } from "@ornament/contracts/events/credential-epoch";
import type { Audience } from "@ornament/contracts/events/fields";
import {
  type AccessDocument,
  accessId,
  accessReadModel,
  endedSessionsMilliseconds,
} from "@ornament/contracts/read-models/access";
import { type ContentOf, defineProjection, type ProjectedEvent } from "./projection.ts";

type Access = ContentOf<AccessDocument>;

/** What each principal's access tokens are held against (design §9). */
export const access = defineProjection<{ main: Access }>({
  readModel: accessReadModel,
  keys(event) {
    const principal = principalOf(event);
    return principal ? [{ part: "main", id: accessId(...principal) }] : [];
  },
  evolve: { main: (state, event) => evolve(state ?? unknownPrincipal, event) },
});

const unknownPrincipal: Access = { role: null, removed: false, epoch: 0, endedSessions: [] };

function principalOf(event: ProjectedEvent): [Audience, number] | undefined {
  switch (event.type) {
    case "AdminAccountCreated":
    case "AdminRoleChanged":
    case "AdminAccountDeleted":
    case "AdminPasswordSet":
    case "AdminPasswordReset":
      return ["admin", event.data.adminId];
    case "ConsumerRegistered":
    case "ConsumerPasswordReset":
    case "ConsumerAccountDeleted":
      return ["consumer", event.data.consumerId];
    case "SessionEnded":
      return [event.data.audience, event.data.subjectId];
    default:
      return undefined;
  }
}

function evolve(state: Access, event: ProjectedEvent): Access {
  const raised = raisesCredentialEpoch(event.type) ? { ...state, epoch: state.epoch + 1 } : state;
  switch (event.type) {
    case "AdminAccountCreated":
    case "AdminRoleChanged":
      return { ...raised, role: event.data.role };
    case "ConsumerRegistered":
      return { ...raised, role: "consumer" };
    case "AdminAccountDeleted":
    case "ConsumerAccountDeleted":
      return { ...raised, removed: true };
    case "SessionEnded":
      return { ...raised, endedSessions: endedAfter(state, event.data.sessionId, event.createdAt) };
    default:
      return raised;
  }
}

function endedAfter(state: Access, id: string, at: Date): Access["endedSessions"] {
  const since = at.getTime() - endedSessionsMilliseconds;
  return [
    ...state.endedSessions.filter((session) => session.at.getTime() > since && session.id !== id),
    { id, at },
  ];
}
