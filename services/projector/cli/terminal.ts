import type { OutageTeller } from "@ornament/platform/logging/outage-log";

/** Tells a person at the terminal of a store that is away, beside what the command prints. */
export const terminal: OutageTeller = {
  warn: ({ address, reason }, message) => console.error(`${message} (${address}: ${reason})`),
  info: ({ address }, message) => console.error(`${message} (${address})`),
};
