import type { CopiedEntry } from "@ornament/contracts/data-copy/api";
import type { DataCopyInParts } from "../read-data-copy.ts";
import { notIncluded, sectionMeanings } from "../texts.ts";

/** A copy with a row in each section. */
export const facts: DataCopyInParts["facts"] = {
  about: {
    product: "Ornament",
    consumerId: 12,
    createdAt: "2026-11-27T02:05:09.000Z",
    timeZone: "America/Chicago",
    notUpToDateSince: null,
    support: { email: "help@ornament.test", phone: "1-800-555-0100", hours: "weekdays" },
    sections: { ...sectionMeanings },
    notIncluded: [...notIncluded],
  },
  account: {
    id: 12,
    email: "ann@example.com",
    formerEmails: ["old@example.com"],
    registeredAt: "2026-11-01T10:00:00.000Z",
    emailConfirmed: true,
    confirmedAt: "2026-11-01T10:05:00.000Z",
    marketingEmails: true,
    lastSignInAt: "2026-11-20T10:00:00.000Z",
  },
  ornaments: [
    { pin: "ABCD-123", name: "Fir tree", enteredAt: "2026-11-02T10:00:00.000Z", deactivated: false },
  ],
  devices: [
    {
      pin: "ABCD-123",
      name: "",
      browser: "Safari on iPad",
      userAgent: "Mozilla/5.0 (iPad)",
      firstUsedAt: "2026-11-02T10:01:00.000Z",
      lastUsedAt: "2026-11-20T10:01:00.000Z",
    },
  ],
  sessions: [
    {
      signedInAt: "2026-11-20T10:00:00.000Z",
      endedAt: null,
      end: null,
      places: [{ browser: "Safari on iPad", address: "192.0.2.7" }],
    },
  ],
  pauses: [
    {
      startedAt: "2026-11-19T10:00:00.000Z",
      until: "2026-11-19T10:01:00.000Z",
      failures: 10,
      knownBrowser: false,
    },
  ],
  refusals: [
    {
      kind: "device-limit",
      at: "2026-11-18T10:00:00.000Z",
      until: null,
      pin: "ABCD-123",
      limit: 5,
      device: "Chrome on Android",
    },
  ],
  mails: [
    {
      kind: "activation-link",
      askedAt: "2026-11-20T09:59:00.000Z",
      state: "failed",
      stateAt: "2026-11-20T10:00:00.000Z",
      reason: "refused",
      smtpStatus: 550,
      expiresAt: null,
    },
  ],
};

export const entry = (changes: Partial<CopiedEntry> = {}): CopiedEntry => ({
  at: "2026-11-01T10:00:00.000Z",
  by: "Account holder",
  action: "Account registered",
  value: "ann@example.com",
  changes: [{ what: "Marketing emails", to: "Subscribed" }],
  browser: "Safari on iPad",
  address: "192.0.2.7",
  ...changes,
});
