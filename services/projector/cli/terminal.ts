import type { OutageTeller } from "@ornament/platform/logging/outage-log";

/** Reports an outage of a store on stderr. */
export const terminal: OutageTeller = {
  warn: ({ address, reason }, message) => console.error(`${message} (${address}: ${reason})`),
  info: ({ address }, message) => console.error(`${message} (${address})`),
};
