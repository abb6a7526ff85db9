import type { DomainEvent } from "@ornament/contracts/events/catalogue";

export const codeOf = (n: number) => n.toString(36).toUpperCase().padStart(7, "0");

export const importedPin = (n: number): DomainEvent => ({
  type: "PinImported",
  data: { code: codeOf(n), batchName: "winter", importId: "import-1" },
});

export const consumerRegistered = (consumerId: number): DomainEvent => ({
  type: "ConsumerRegistered",
  data: {
    consumerId,
    email: "parent@example.com",
    passwordHash: "x",
    marketingEmail: false,
    nonce: "n".repeat(22),
    expiresAt: 0,
  },
});
