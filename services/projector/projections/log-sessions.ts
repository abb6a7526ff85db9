import { describeDevice } from "@ornament/contracts/domain/device-description";
import type { LogSessionDocument } from "@ornament/contracts/read-models/action-log";
import type { ContentOf, ProjectedEvent } from "./projection.ts";

/**
 * The browser and network address from which a session is used from this event on; `undefined` where they are
 * not recorded, have not changed, or were erased.
 */
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
