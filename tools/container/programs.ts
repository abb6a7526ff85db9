/** The programs of the image, each with its description. */
export const programs = {
  "command-api": "decides commands and appends events",
  "query-api": "answers tables, profiles, the System action log and exports",
  projector: "builds the read models and sends the mails",
  gateway: "serves the web and passes calls to the services",
  player: "the embedded video player",
  status: "shows the state of the product on one screen, in the gateway's container: status --help",
  projections: "shows, rebuilds and verifies the read models, also as they stood: projections --help",
  audit: "answers an auditor from the event store: audit --help",
  admin: "lets an IT Admin in again who has lost the mailbox: admin --help",
  backup: "copies all events with a signed checkpoint, and tries such a copy: backup --help",
  restore: "checks a restored event store, and erases the erased persons again: restore --help",
  secrets: "draws a set of secrets for .env; secrets rotate MASTER_KEY replaces a leaked one",
  demo: "fills a trial with PINs and consumers: demo --help",
  health: "checks that the service in this container runs; health ready checks that it is ready",
} as const;

/** The programs that run until they are stopped. */
export const services: ReadonlySet<string> = new Set([
  "command-api",
  "query-api",
  "projector",
  "gateway",
  "player",
]);

/** The message for a missing or an unknown program name. */
export function usage(name: string): string {
  const width = Math.max(...Object.keys(programs).map((program) => program.length));
  const lines = Object.entries(programs).map(([program, what]) => `  ${program.padEnd(width)}  ${what}`);
  const problem = name === "" ? "No program is named." : `There is no program "${name}".`;
  return `${problem} Usage: ornament <program>\n${lines.join("\n")}\n`;
}
