import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { formatDateTime } from "@ornament/contracts/domain/dates";
import type { Act, Expected } from "./act.ts";
import { type Answer, erasedOrNotRecorded, notRecorded, timeZone } from "./answer.ts";
import type { ActorName, Stage } from "./stage.ts";

/** An act that was played, with the time before and after it. */
export interface Played {
  readonly act: Act;
  readonly began: number;
  readonly ended: number;
}

const roles: Readonly<Record<ActorName, string>> = {
  ada: "IT Admin",
  ben: "IT Admin",
  cleo: "Customer support",
  paula: "Customer",
  quinn: "Customer",
};

/** The entries of each request, in the order of the first ones. */
export function byRequest(rows: readonly LogEntryRow[]): LogEntryRow[][] {
  const requests = new Map<string, LogEntryRow[]>();
  for (const row of rows) {
    const known = requests.get(row.request ?? row.id);
    if (known) known.push(row);
    else requests.set(row.request ?? row.id, [row]);
  }
  return [...requests.values()];
}

/**
 * The answers that the table of acts expects, by a title of the act and the action. Only the ids and times are
 * taken from the recorded entries.
 */
export function expectedAnswers(stage: Stage, played: readonly Played[], requests: readonly LogEntryRow[][]) {
  return new Map(
    played.flatMap(({ act }, n) => {
      const recorded = requests[n] ?? [];
      const ids = recorded.map(({ id }) => id);
      return act.leaves.map((entry, place) => {
        const { id = "", createdAt = "" } = recorded[place] ?? {};
        const answer: Answer = {
          id,
          ...actorOf(stage, act, entry),
          what: entry.action,
          whom: (entry.about ?? []).map((name) => stage.subjectOf(name)).sort(),
          fromTo: (entry.fromTo ?? []).map((text) =>
            text.replace(/\{(\w+)\}/g, (_, name) => String(stage.people[name as ActorName].id)),
          ),
          when: formatDateTime(new Date(createdAt), timeZone),
          why: entry.value ?? "",
          partOf: place === 0 ? null : act.leaves[0].action,
          together: ids.filter((other) => other !== id).sort(),
        };
        return [`${titleOf(act, n)}: ${place + 1}. ${entry.action}`, answer] as const;
      });
    }),
  );
}

export const titleOf = ({ by, does }: Act, n: number) => `${n + 1} ${by} ${does}`;

function actorOf(stage: Stage, { by, as, withoutSession }: Act, entry: Expected) {
  const { place } = stage.people[by];
  const here = by === "quinn" ? erasedOrNotRecorded : `${place.browser}, ${place.address}`;
  return {
    who: stage.subjectOf(by),
    role: as ?? roles[by],
    where: withoutSession && !entry.startsSession ? notRecorded : here,
  };
}
