import { expect, test } from "@jest/globals";
import { adminAccountRoutes } from "@ornament/contracts/admins/api";
import { hasBodyOf, PositionTracker } from "@ornament/platform/commands/context";
import { bodyHashOf } from "@ornament/platform/commands/idempotency";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { testDependencies, testSecrets } from "../testing/test-command-api.ts";
import { requestContexts } from "./request-contexts.ts";

const secrets = testSecrets();
const { bodyHashKey } = secrets;
const contexts = requestContexts(testDependencies({ secrets }));
const body = { id: 3, password: "Correct-1-horse" };

const contextOf = (idempotencyKey: string, sent: unknown = body) =>
  contexts.of({
    body: sent,
    caller: { kind: "anonymous" },
    correlationId: "c",
    requestId: "r",
    idempotencyKey,
    params: {},
    positions: new PositionTracker(),
    req: { method: "PUT" },
    route: adminAccountRoutes.adminUpdateSelf,
  } as unknown as RouteRequest);

test("the hash of a body with a password is another for each idempotency key, and can't be made with the hash's key and the id of the command", () => {
  const [first, second] = [contextOf("first"), contextOf("second")];
  expect(first.bodyHash).not.toBe(second.bodyHash);
  const made = [body, [first.commandId, body], body.password].map((guess) => bodyHashOf(bodyHashKey, guess));
  expect(made).not.toContain(first.bodyHash);
});

test("a request repeated with its idempotency key has the body that any build recorded, and not another one", () => {
  const again = contextOf("first");
  expect(hasBodyOf(again, contextOf("first").bodyHash)).toBe(true);
  expect(hasBodyOf(again, bodyHashOf(bodyHashKey, body))).toBe(true);
  expect(hasBodyOf(again, contextOf("first", { ...body, password: "Other-1-horse" }).bodyHash)).toBe(false);
  expect(hasBodyOf(again, undefined)).toBe(false);
});
