import { expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/routes/errors";
import { answerTo, type RefusalsOf, refusing } from "./refusals.ts";

type Command = { type: "Register" };
interface Refusals extends RefusalsOf<Command> {
  Register: "pin_not_found" | "lockedpin";
}
const refuse = refusing<Refusals>();

test("a use case answers every refusal of a command, and other errors have no answer", () => {
  const answers: Record<Refusals["Register"], string> = { pin_not_found: "unknown", lockedpin: "blocked" };
  expect(answerTo(refuse<"Register">("lockedpin"), answers)).toBe("blocked");
  expect(answerTo(new Refusal("conflict"), answers)).toBeUndefined();
  expect(answerTo(new Error("broken"), answers)).toBeUndefined();
});
