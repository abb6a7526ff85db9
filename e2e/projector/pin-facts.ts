import type { DomainEvent } from "@ornament/contracts/events/catalogue";

export const codeOf = (n: number) => n.toString(36).toUpperCase().padStart(7, "0");

export const importedPin = (n: number): DomainEvent => ({
  type: "PinImported",
  data: { code: codeOf(n), batchName: "winter", importId: "import-1" },
});
