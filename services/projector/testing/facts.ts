import type { DomainEvent } from "@ornament/contracts/catalogue";

type Data<T extends DomainEvent["type"]> = Extract<DomainEvent, { type: T }>["data"];

/** The code of the n-th PIN. */
export const codeOf = (n: number) => n.toString(36).toUpperCase().padStart(7, "0");

const code = "AB12CD3";
export const consumerId = 7;

/** Events. Fields that do not matter to a test have a default. */
export const facts = {
  adminCreated: (data: Partial<Data<"AdminAccountCreated">> = {}): DomainEvent => ({
    type: "AdminAccountCreated",
    data: {
      adminId: 3,
      email: "it@example.com",
      firstName: "Iris",
      lastName: "Tate",
      role: "ADMIN",
      ...data,
    },
  }),
  adminDeleted: (adminId = 3): DomainEvent => ({
    type: "AdminAccountDeleted",
    data: { adminId, email: "it@example.com" },
  }),
  adminDataErased: (adminId = 3): DomainEvent => ({ type: "AdminDataErased", data: { adminId } }),
  registered: (data: Partial<Data<"ConsumerRegistered">> = {}): DomainEvent => ({
    type: "ConsumerRegistered",
    data: {
      consumerId,
      email: "parent@example.com",
      passwordHash: "x",
      marketingEmail: false,
      nonce: "first-attempt-nonce",
      expiresAt: 0,
      ...data,
    },
  }),
  repeated: (data: { nonce: string; marketingEmail: boolean }): DomainEvent => ({
    type: "RegistrationRepeated",
    data: { consumerId, at: 0, attempt: { expiresAt: 0, ...data }, passwordHash: "y" },
  }),
  confirmed: (attempt = "first-attempt-nonce"): DomainEvent => ({
    type: "ConsumerEmailConfirmed",
    data: { consumerId, attempt, nonce: attempt },
  }),
  emailChanged: (email: string | null, id = consumerId): DomainEvent => ({
    type: "ConsumerEmailChanged",
    data: { consumerId: id, email, previousKey: "k" },
  }),
  consumerDeleted: (): DomainEvent => ({ type: "ConsumerAccountDeleted", data: { consumerId } }),
  imported: (pin = code, batchName = "winter"): DomainEvent => ({
    type: "PinImported",
    data: { code: pin, batchName, importId: "import-1" },
  }),
  pinRegistered: (pin = code): DomainEvent => ({ type: "PinRegistered", data: { code: pin, consumerId } }),
  deactivated: (comment: string, owner: number | null = consumerId, pin = code): DomainEvent => ({
    type: "PinDeactivated",
    data: { code: pin, consumerId: owner, comment },
  }),
  activated: (comment: string, owner: number | null = consumerId, pin = code): DomainEvent => ({
    type: "PinActivated",
    data: { code: pin, consumerId: owner, comment },
  }),
  bulkDeactivated: (bulkChangeId: string, owner: number | null = consumerId, pin = code): DomainEvent => ({
    type: "PinDeactivated",
    data: { code: pin, consumerId: owner, comment: "stolen", bulkChangeId },
  }),
  bulkActivated: (bulkChangeId: string, owner: number | null = consumerId, pin = code): DomainEvent => ({
    type: "PinActivated",
    data: { code: pin, consumerId: owner, comment: "found", bulkChangeId },
  }),
  released: (pin = code): DomainEvent => ({ type: "PinReleased", data: { code: pin, consumerId } }),
  ornamentAdded: (name: string | null, pin = code): DomainEvent => ({
    type: "OrnamentAdded",
    data: { consumerId, code: pin, name },
  }),
  ornamentRenamed: (name: string | null, pin = code): DomainEvent => ({
    type: "OrnamentRenamed",
    data: { consumerId, code: pin, name },
  }),
  bound: (deviceId: number, userAgent: string | null = "Mozilla/5.0"): DomainEvent => ({
    type: "DeviceBound",
    data: { code, consumerId, deviceId, limit: 5, userAgent },
  }),
  deviceSignedIn: (deviceId: number): DomainEvent => ({
    type: "DeviceSignedIn",
    data: { code, consumerId, deviceId },
  }),
  deviceRenamed: (deviceId: number, name: string | null): DomainEvent => ({
    type: "DeviceRenamed",
    data: { code, consumerId, deviceId, name },
  }),
  deviceRemoved: (deviceId: number): DomainEvent => ({
    type: "DeviceRemoved",
    data: { code, consumerId, deviceId },
  }),
  sessionEnded: (
    sessionId: string,
    audience: "admin" | "consumer" = "admin",
    subjectId = 3,
  ): DomainEvent => ({
    type: "SessionEnded",
    data: { sessionId, audience, subjectId, reason: "sign-out" },
  }),
};
