/** The programs of the image by name, each with what it does. */
export const programs = {
  "command-api": "decides commands and appends events",
  "query-api": "answers tables, profiles, the log and exports",
  projector: "builds the read models and sends the mails",
  gateway: "serves the web and passes calls to the services",
  player: "the stand-in video player",
  projections: "shows, rebuilds and verifies the read models: projections --help",
  secrets: "draws a set of secrets for .env",
  health: "asks the service in this container whether it lives; health ready, whether it can serve",
} as const;

/** Those that run until they are asked to end. */
export const services: ReadonlySet<string> = new Set([
  "command-api",
  "query-api",
  "projector",
  "gateway",
  "player",
]);

/** What is told to whoever names no program, or one that there is not. */
export function usage(name: string): string {
  const width = Math.max(...Object.keys(programs).map((program) => program.length));
  const lines = Object.entries(programs).map(([program, what]) => `  ${program.padEnd(width)}  ${what}`);
  const problem = name === "" ? "No program is named." : `There is no program "${name}".`;
  return `${problem} Usage: ornament <program>\n${lines.join("\n")}\n`;
}
