import { expect, test } from "@jest/globals";
import { createPasswordHasher } from "@ornament/platform/passwords/password-hasher";
import { signInGuard } from "./sign-in-guard.ts";

const attempt = { counted: true, failures: 0, lockedUntil: 0 };

test("when many people sign in at the same time, the number of accounts being looked up is the number of password threads, and everybody gets in", async () => {
  const hasher = createPasswordHasher({ cost: 4, threads: 1 });
  const passwordHash = await hasher.hash("Passw0rd");
  const guard = signInGuard({
    attempts: {
      count: async () => attempt,
      succeed: async () => undefined,
      recordLock: async () => undefined,
    } as never,
    knownBrowsers: { isKnown: () => false },
    requestLimits: {
      count: () => ({ giveBack: () => undefined }),
      holdBack: (work: () => unknown) => work(),
    } as never,
    hasher,
    uniformAnswers: { makeUp: async () => undefined },
    secrets: { addressKey: Buffer.alloc(32) } as never,
    clock: () => new Date(0),
  });
  let lookingUp = 0;
  let most = 0;
  const find = async () => {
    lookingUp += 1;
    most = Math.max(most, lookingUp);
    await new Promise((resolve) => setImmediate(resolve));
    lookingUp -= 1;
    return { subjectId: 1, passwordHash };
  };
  const signIn = (n: number) =>
    guard.confirm(
      { cookies: {}, correlationId: "correlation", requestId: "request", ip: "192.0.2.1" },
      { audience: "consumer", email: `parent${n}@example.com`, password: "Passw0rd", find },
    );
  const accounts = await Promise.all(Array.from({ length: 20 }, (_, n) => signIn(n)));
  expect(accounts.map(({ subjectId }) => subjectId)).toEqual(Array(20).fill(1));
  expect(most).toBe(1);
  await hasher.close();
});
