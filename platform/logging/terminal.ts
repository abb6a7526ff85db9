import type { OutageReporter } from "./outage-log.ts";

/** Reports an outage of a store on stderr. */
export const terminal: OutageReporter = {
  warn: ({ address, reason }, message) => console.error(`${message} (${address}: ${reason})`),
  info: ({ address }, message) => console.error(`${message} (${address})`),
};
