import { expect, test } from "@jest/globals";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import { type ApiError, offlineError } from "../../app/calls/api-error.ts";
import { cooldownMs, inDigits, mailSentAt, secondsLeft, storeMailSentAt } from "./cooldown.ts";
import { suggestedEmail } from "./email-suggestion.ts";
import { refusalAt } from "./refusal-at.ts";

const refusal = (more: Partial<ApiError>): ApiError => ({
  status: 400,
  code: "invalid_request",
  message: "Please check the highlighted fields.",
  errors: [],
  ...more,
});
const place = (error: unknown) => refusalAt(error, ["email", "password"], "email");

test("a server error is shown at the fields that it names", () => {
  const errors = [{ path: "password", message: "Password must include number" }];
  const fields = { password: "Password must include number" };
  expect(place(refusal({ errors }))).toEqual({ fields, message: undefined });
});

test("a server error that names no field of the form is shown at the fallback field", () => {
  const message = "Incorrect email or password.";
  const errors = [{ path: "verifyCaptcha", message: "Too long" }];
  const error = refusal({ status: 401, code: "sign_in_failed", message, errors });
  expect(place(error)).toEqual({ fields: { email: message }, message: undefined });
});

test.each([
  [offlineError, offlineError.message],
  [refusal({ status: 503, message: "Busy" }), "Busy"],
  [refusal({ status: 429, message: "Wait" }), "Wait"],
  [new Error("anything"), "Something went wrong. Please try again."],
])("the message of error %#, which no other input mends, is for the whole form", (error, message) =>
  expect(place(error)).toEqual({ fields: {}, message }),
);

test("the cooldown counts whole seconds down from 60 to 0", () => {
  expect(secondsLeft(1000, 1000)).toBe(60);
  expect(secondsLeft(1000, 1001)).toBe(60);
  expect(secondsLeft(1000, 2000)).toBe(59);
  expect(secondsLeft(1000, 1000 + cooldownMs)).toBe(0);
  expect(secondsLeft(1000, 9_999_999)).toBe(0);
});

test("a mail has no cooldown before it was sent, or if the clock was set back since", () => {
  expect(secondsLeft(undefined, 1000)).toBe(0);
  expect(secondsLeft(5000, 1000)).toBe(0);
});

test("each kind of mail has its own cooldown", () => {
  const store = memoryStore();
  storeMailSentAt(store, "activation", 1234);
  expect(mailSentAt(store, "activation")).toBe(1234);
  expect(mailSentAt(store, "code")).toBeUndefined();
});

test("an unreadable time in the storage is ignored", () => {
  const store = memoryStore();
  store.set("mailSentAt.code", "soon");
  expect(mailSentAt(store, "code")).toBeUndefined();
});

test.each([
  [9, "0:09"],
  [872, "14:32"],
  [3600, "1:00:00"],
  [7509, "2:05:09"],
])("a wait of %i seconds is shown as %s", (seconds, shown) => expect(inDigits(seconds)).toBe(shown));

test.each([
  ["anna@gmial.com", "anna@gmail.com"],
  ["anna@gmai.com", "anna@gmail.com"],
  ["anna@gmaill.com", "anna@gmail.com"],
  ["anna@gmail.con", "anna@gmail.com"],
  ["anna@gmail.co", "anna@gmail.com"],
  ["anna@gmial.cmo", "anna@gmail.com"],
  ["anna@gmail", "anna@gmail.com"],
  [" Anna.Lee@Gmial.Com ", "anna.lee@gmail.com"],
  ["sam@yaho.com", "sam@yahoo.com"],
  ["sam@hotmial.com", "sam@hotmail.com"],
  ["sam@outlok.com", "sam@outlook.com"],
  ["sam@icould.com", "sam@icloud.com"],
  ["sam@aol.con", "sam@aol.com"],
  ["sam@concast.net", "sam@comcast.net"],
  ["sam@smith-family.con", "sam@smith-family.com"],
])("%s was probably meant to be %s", (typed, meant) => expect(suggestedEmail(typed)).toBe(meant));

const meantAsTyped = [
  "anna@gmail.com ANNA@GMAIL.COM anna@yahoo.com anna@aol.com anna@att.net anna@me.com anna@ymail.com",
  "anna@mail.com anna@email.com anna@fastmail.com anna@protonmail.com anna@hotmail.co.uk anna@yahoo.ca",
  "anna@gmx.net anna@example.com anna@school.edu anna@startup.co anna@ @gmial.com gmial.com",
].flatMap((line) => line.split(" "));

test.each([...meantAsTyped, ""])("nothing is suggested instead of %p", (typed) =>
  expect(suggestedEmail(typed)).toBeUndefined(),
);
