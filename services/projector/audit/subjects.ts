import type { ProjectedEvent } from "../projections/projection.ts";

/** The things that an event is about, as the filter `subject` of the System action log names them. */
export function subjectsOf({ type, data, metadata }: ProjectedEvent): string[] {
  const found: string[] = [];
  if ("code" in data) found.push(`pin-${data.code}`);
  if ("consumerId" in data && data.consumerId !== null) found.push(`consumer-${data.consumerId}`);
  if ("adminId" in data) found.push(`admin-${data.adminId}`);
  if ("audience" in data && "subjectId" in data && data.subjectId !== undefined)
    found.push(`${data.audience}-${data.subjectId}`);
  if (type === "SettingChanged") found.push(`setting-${data.name}`);
  if ("batchName" in data) found.push(`batch-${data.batchName}`);
  if (type === "EvidenceGiven") found.push(data.subject);
  if ("batch" in data && data.batch !== null) found.push(`batch-${data.batch}`);
  if ("bulkChangeId" in data && data.bulkChangeId !== undefined)
    found.push(`bulkChange-${data.bulkChangeId}`);
  if ("importId" in data) found.push(`import-${data.importId}`);
  // A consumer's own act is about the consumer, as in the Consumer actions log.
  const { actor } = metadata;
  if (actor.kind === "consumer" && !found.some((subject) => subject.startsWith("consumer-")))
    found.push(`consumer-${actor.id}`);
  return [...new Set(found)];
}
