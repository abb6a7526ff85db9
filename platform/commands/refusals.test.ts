import { expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/routes/errors";
import { answerTo, type RefusalsOf, refusing } from "./refusals.ts";

type Command = { type: "Register" } | { type: "Rename" } | { type: "Leave" };
interface Refusals extends RefusalsOf<Command> {
  Register: "pin_not_found" | "lockedpin";
  Rename: "pin_not_found";
  Leave: never;
}
const refuse = refusing<Refusals>();

test("an aggregate refuses a command only with the codes that the command names", () => {
  expect(refuse<"Register">("lockedpin")).toMatchObject({ code: "lockedpin", status: 409 });
  expect(refuse<"Register" | "Rename">("pin_not_found").code).toBe("pin_not_found");
  // @ts-expect-error: this command doesn't name the code.
  refuse<"Rename">("lockedpin");
  // @ts-expect-error: only one of the two commands names the code.
  refuse<"Register" | "Rename">("lockedpin");
  // @ts-expect-error: this command is never refused.
  refuse<"Leave">("pin_not_found");
  // @ts-expect-error: the command is missing.
  refuse("pin_not_found");
});

test("a use case answers every refusal of a command, and other errors have no answer", () => {
  const answers: Record<Refusals["Register"], string> = { pin_not_found: "unknown", lockedpin: "blocked" };
  expect(answerTo(refuse<"Register">("lockedpin"), answers)).toBe("blocked");
  expect(answerTo(new Refusal("conflict"), answers)).toBeUndefined();
  expect(answerTo(new Error("broken"), answers)).toBeUndefined();
  // @ts-expect-error: a refusal is not named.
  const incomplete: Record<Refusals["Register"], string> = { pin_not_found: "unknown" };
  expect(answerTo(refuse<"Register">("lockedpin"), incomplete)).toBeUndefined();
});
