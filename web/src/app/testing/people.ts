import type { SignedInConsumer } from "@ornament/contracts/account/api";
import type { SignedInAdmin } from "@ornament/contracts/admins/api";

/** An IT Admin as sign-in answers it. */
export const signedInAdmin: SignedInAdmin = {
  id: 1,
  email: "ann@ornament.test",
  first_name: "Ann",
  last_name: "",
  role: "ADMIN",
  isActivated: true,
};

/** A parent without an ornament as sign-in answers it. */
export const parent: SignedInConsumer = {
  id: 7,
  email: "sam@example.com",
  marketingEmail: false,
  isActivated: true,
  createdAt: "2026-11-01T00:00:00.000Z",
  currentPin: null,
  pins: { count: 0, rows: [] },
  deviceLimit: 5,
  version: "9",
};
