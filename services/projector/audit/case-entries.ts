import { isLasting } from "@ornament/contracts/events/streams";
import { comparePositions } from "@ornament/platform/eventstore/position";
import type { CaseEntries } from "../evidence/case.ts";
import { evidenceOf } from "../evidence/evidence.ts";
import { auditReader } from "./audited-event.ts";
import { jsonOf } from "./formats/ndjson.ts";
import { withoutPersonal } from "./sealed.ts";
import { historyOf } from "./selection.ts";
import { auditedSessions } from "./sessions.ts";

/** The lasting events of a case in their order, as `audit history` gives them with hidden ones. */
export const caseEntries: CaseEntries = async function* ({ store, subject, head, withPersonalData }, onRead) {
  const sessions = auditedSessions(store, { withPersonalData });
  const read = auditReader();
  const isOfCase = historyOf(subject, true);
  for await (const event of store.readAll()) {
    if (comparePositions(event.position, head) > 0) return;
    await onRead(event.position);
    sessions.learn(event);
    const audited = read(withPersonalData ? event : withoutPersonal(event));
    if (!isOfCase(audited) || !isLasting(event.stream)) continue;
    const session = await sessions.of(audited.sessionId);
    const { stream, revision } = event;
    yield { stream, revision, json: JSON.stringify(jsonOf({ ...audited, session })) };
  }
};

/** The evidence file for one subject, as `evidenceOf` makes it. */
export const caseEvidence = evidenceOf(caseEntries);
