import type { DomainEvent } from "@ornament/contracts/catalogue";
import { factsOf } from "@ornament/platform/commands/testing/decider-specification";

type Data<T extends DomainEvent["type"]> = Extract<DomainEvent, { type: T }>["data"];

/** The code of the n-th PIN. */
export const codeOf = (n: number) => n.toString(36).toUpperCase().padStart(7, "0");

const code = "AB12CD3";
export const consumerId = 7;

export const fact = factsOf<DomainEvent>()({});

/** Events. Fields that do not matter to a test have a default. */
export const facts = {
  adminCreated: (data: Partial<Data<"AdminAccountCreated">> = {}) =>
    fact("AdminAccountCreated", {
      adminId: 3,
      email: "it@example.com",
      firstName: "Iris",
      lastName: "Tate",
      role: "ADMIN",
      ...data,
    }),
  adminDeleted: (adminId = 3) => fact("AdminAccountDeleted", { adminId, email: "it@example.com" }),
  adminDataErased: (adminId = 3) => fact("AdminDataErased", { adminId }),
  registered: (data: Partial<Data<"ConsumerRegistered">> = {}) =>
    fact("ConsumerRegistered", {
      consumerId,
      email: "parent@example.com",
      passwordHash: "x",
      marketingEmail: false,
      nonce: "first-attempt-nonce",
      expiresAt: 0,
      ...data,
    }),
  repeated: (data: { nonce: string; marketingEmail: boolean }) =>
    fact("RegistrationRepeated", {
      consumerId,
      at: 0,
      attempt: { expiresAt: 0, ...data },
      passwordHash: "y",
    }),
  confirmed: (attempt = "first-attempt-nonce") =>
    fact("ConsumerEmailConfirmed", { consumerId, attempt, nonce: attempt }),
  emailChanged: (email: string | null, id = consumerId) =>
    fact("ConsumerEmailChanged", { consumerId: id, email, previousKey: "k" }),
  consumerDeleted: () => fact("ConsumerAccountDeleted", { consumerId }),
  imported: (pin = code, batchName = "winter") =>
    fact("PinImported", { code: pin, batchName, importId: "import-1" }),
  pinRegistered: (pin = code) => fact("PinRegistered", { code: pin, consumerId }),
  deactivated: (comment: string, owner: number | null = consumerId, pin = code) =>
    fact("PinDeactivated", { code: pin, consumerId: owner, comment }),
  activated: (comment: string, owner: number | null = consumerId, pin = code) =>
    fact("PinActivated", { code: pin, consumerId: owner, comment }),
  bulkDeactivated: (bulkChangeId: string, owner: number | null = consumerId, pin = code) =>
    fact("PinDeactivated", { code: pin, consumerId: owner, comment: "stolen", bulkChangeId }),
  bulkActivated: (bulkChangeId: string, owner: number | null = consumerId, pin = code) =>
    fact("PinActivated", { code: pin, consumerId: owner, comment: "found", bulkChangeId }),
  released: (pin = code) => fact("PinReleased", { code: pin, consumerId }),
  ornamentAdded: (name: string | null, pin = code) => fact("OrnamentAdded", { consumerId, code: pin, name }),
  ornamentRenamed: (name: string | null, pin = code) =>
    fact("OrnamentRenamed", { consumerId, code: pin, name }),
  bound: (deviceId: number, userAgent: string | null = "Mozilla/5.0") =>
    fact("DeviceBound", { code, consumerId, deviceId, limit: 5, userAgent }),
  deviceSignedIn: (deviceId: number) => fact("DeviceSignedIn", { code, consumerId, deviceId }),
  deviceRenamed: (deviceId: number, name: string | null) =>
    fact("DeviceRenamed", { code, consumerId, deviceId, name }),
  deviceRemoved: (deviceId: number) => fact("DeviceRemoved", { code, consumerId, deviceId }),
  sessionEnded: (sessionId: string, audience: "admin" | "consumer" = "admin", subjectId = 3) =>
    fact("SessionEnded", { sessionId, audience, subjectId, reason: "sign-out" }),
};
