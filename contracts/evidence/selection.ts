/** The name of an evidence file: the subject and the day in UTC. */
export const evidenceFileName = (subject: string, at: Date): string =>
  `evidence-${subject.replace(/[^\w.-]+/g, "_")}-${at.toISOString().slice(0, 10)}.json`;

/** The script that verifies evidence files. The gateway serves it, and the audit command has it. */
export const evidenceScript = "verify-evidence.mjs";
