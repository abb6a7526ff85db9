import { expect, test } from "@jest/globals";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import {
  ageIsVerified,
  forgetPendingEmail,
  pendingEmail,
  storeAgeVerified,
  storePendingEmail,
} from "./pending-registration.ts";

test("the age check is passed only while the browser has stored the result", () => {
  const local = memoryStore();
  expect(ageIsVerified(local)).toBe(false);
  storeAgeVerified(local, true);
  expect(ageIsVerified(local)).toBe(true);
  storeAgeVerified(local, false);
  expect(ageIsVerified(local)).toBe(false);
});

test("the email address of the confirmation link is kept until the email is confirmed", () => {
  const session = memoryStore();
  storePendingEmail(session, "sam@example.com");
  expect(pendingEmail(session)).toBe("sam@example.com");
  forgetPendingEmail(session);
  expect(pendingEmail(session)).toBeUndefined();
});
