import { describeDevice } from "@ornament/contracts/domain/device-description";
import type { LogSessionDocument } from "@ornament/contracts/read-models/action-log";
import type { ContentOf, ProjectedEvent } from "./projection.ts";

/**
 * The browser and network address from which a session is used from this event on; `undefined` for old events
 * and after an erasure.
 */
export function sessionPlaceOf({
  data,
  position,
}: ProjectedEvent): ContentOf<LogSessionDocument> | undefined {
  if (!("sessionId" in data) || !("audience" in data)) return undefined;
  const userAgent = textIn(data, "userAgent");
  const address = textIn(data, "address");
  if (userAgent === null && address === null) return undefined;
  return {
    session: data.sessionId,
    commit: position.commit,
    browser: userAgent === null ? null : describeDevice(userAgent),
    address,
    person: `${data.audience}-${data.subjectId}`,
  };
}

function textIn(data: Readonly<Record<string, unknown>>, field: string): string | null {
  const text = data[field];
  return typeof text === "string" ? text : null;
}
