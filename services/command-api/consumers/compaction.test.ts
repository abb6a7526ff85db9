import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { checkCompactedDecisions, historyOf } from "../testing/compacted-decisions.ts";
import {
  added,
  confirmed,
  consumerId,
  email,
  nonce,
  registered,
  renamed,
  selected,
} from "../testing/consumer-facts.ts";
import type { ConsumerCommand, ResetGrant } from "./commands.ts";
import { consumerDecider } from "./decider.ts";
import type { ConsumerAccount, ConsumerState } from "./state.ts";

type Make = (state: ConsumerState, now: number) => ConsumerCommand;

const pick = <T>(items: readonly T[], index: number): T | undefined =>
  items[index % Math.max(1, items.length)];
const account = (state: ConsumerState): ConsumerAccount | undefined =>
  state.status === "none" ? undefined : state;

const grantIn = (reset: ConsumerAccount["reset"] | undefined, byLink: boolean): ResetGrant =>
  byLink
    ? { kind: "link", nonce: reset?.links[0]?.nonce ?? nonce("never") }
    : { kind: "proof", nonce: reset?.proof?.nonce ?? nonce("never") };

const code = fc.constantFrom("ABCD123", "ABCD124", "ABCD125");
const name = fc.constantFrom("", "Mia", "Tree");
const fresh = fc.integer({ min: 0, max: 1e9 }).map((number) => nonce(String(number)));
const of = (arbitrary: fc.Arbitrary<Make>, weight = 1) => ({ weight, arbitrary });

/** Every command except the deletion, after which little can happen. */
const commands: Record<
  Exclude<ConsumerCommand["type"], "DeleteAccount" | "EraseAccount">,
  fc.WeightedArbitrary<Make>
> = {
  Register: of(
    fc.tuple(fresh, fc.boolean()).map(([own, marketingEmail]) => (_state, now) => ({
      type: "Register",
      consumerId,
      email,
      passwordHash: `hash ${own}`,
      marketingEmail,
      nonce: own,
      now,
    })),
    3,
  ),
  RequestActivationLink: of(
    fc.tuple(fresh, fc.nat(), fc.boolean()).map(([own, index, limited]) => (state, now) => ({
      type: "RequestActivationLink",
      attempt: pick(account(state)?.attempts ?? [], index)?.nonce,
      nonce: own,
      now,
      limited,
    })),
    3,
  ),
  ConfirmEmail: of(
    fc.nat().map((index) => (state, now) => ({
      type: "ConfirmEmail",
      nonce: pick(account(state)?.links ?? [], index)?.nonce ?? nonce("never"),
      agreed: index % 2 === 0,
      now,
    })),
  ),
  StartEmailChange: of(
    fc.constantFrom("a@b.co", "c@d.co").map((to) => () => ({ type: "StartEmailChange", email: to })),
  ),
  FinishEmailChange: of(
    fc.tuple(fresh, fc.boolean()).map(([own, granted]) => (state, now) => ({
      type: "FinishEmailChange",
      nonce: own,
      now,
      email: account(state)?.pendingEmail?.email ?? "none@b.co",
      granted,
      previousKey: "key",
    })),
  ),
  SendResetCode: of(
    fresh.map((own) => (_state, now) => ({ type: "SendResetCode", nonce: own, now, reason: "why" })),
  ),
  EndSignInPause: of(
    fc.boolean().map((paused) => (_state, now) => ({ type: "EndSignInPause", paused, now, reason: "why" })),
  ),
  AskItAdmin: of(
    code.map((asked) => () => ({ type: "AskItAdmin", act: "release-pin", code: asked, reason: "why" })),
  ),
  RemoveOrnament: of(code.map((removed) => () => ({ type: "RemoveOrnament", code: removed }))),
  SetMarketing: of(
    fc.boolean().map((marketingEmail) => () => ({ type: "SetMarketing", marketingEmail })),
    3,
  ),
  RequestPasswordReset: of(
    fresh.map((own) => (_state, now) => ({ type: "RequestPasswordReset", nonce: own, now })),
    2,
  ),
  TryResetCode: of(
    fc.tuple(fresh, fc.boolean()).map(([proof, matches]) => (state, now) => ({
      type: "TryResetCode",
      nonce: account(state)?.reset.code?.nonce ?? nonce("never"),
      matches,
      proof,
      now,
    })),
    3,
  ),
  ResetPassword: of(
    fc.tuple(fc.nat(), fc.boolean()).map(([index, byLink]) => (state, now) => ({
      type: "ResetPassword",
      grant: grantIn(account(state)?.reset, byLink),
      passwordHash: `reset ${index}`,
      now,
    })),
    2,
  ),
  AddOrnament: of(
    fc.tuple(code, name).map(([pin, own]) => () => ({ type: "AddOrnament", code: pin, name: own })),
    2,
  ),
  RenameOrnament: of(
    fc.tuple(code, name).map(([pin, own]) => () => ({ type: "RenameOrnament", code: pin, name: own })),
    3,
  ),
  SelectOrnament: of(
    code.map((pin) => () => ({ type: "SelectOrnament", code: pin })),
    2,
  ),
};

test("an account decides and shows the same from a compacted history as from its full history", () => {
  checkCompactedDecisions({
    decider: consumerDecider,
    command: fc.oneof(...Object.values(commands)),
    shown: (state) => state,
  });
  expect(consumerDecider.compaction?.keep([])).toEqual([]);
});

test("however often ornaments are renamed and selected, an account's next command reads a few events", () => {
  const often = Array.from({ length: 1_000 }, (_, n) => [
    renamed("ABCD123", `Name ${n}`),
    selected("ABCD123"),
  ]).flat();
  const history = historyOf([registered(), confirmed(), added("ABCD123"), ...often]);
  expect(consumerDecider.compaction?.keep(history)).toHaveLength(5);
});
