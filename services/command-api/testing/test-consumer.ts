import { streams } from "@ornament/contracts/events/streams";
import type { AppendMetadata } from "@ornament/platform/eventstore/event-store";
import type { TestClient } from "./test-client.ts";
import type { TestCommandApi } from "./test-command-api.ts";
import { TestMailbox } from "./test-mailbox.ts";

export const password = "Winter-2026";
export const system: AppendMetadata = { correlationId: "test", actor: { kind: "system" } };

export const paths = {
  register: "/api/user/registration",
  activate: "/api/user/activate",
  status: "/api/user/registration-status",
  resend: "/api/user/resend-activate-link",
  login: "/api/user/login",
  logout: "/api/user/logout",
  refresh: "/api/user/refresh",
  forgot: "/api/user/reset-password",
  verify: "/api/user/verify-code",
} as const;

/** A browser in which the email address was registered and not confirmed. */
export async function register(api: TestCommandApi, email: string, secret = password): Promise<TestClient> {
  const browser = api.client();
  const answer = await browser.post(paths.register, { email, password: secret });
  if (answer.status !== 200) throw new Error(`Registration answered ${answer.status} ${answer.text}`);
  return browser;
}

export interface TestConsumer {
  readonly browser: TestClient;
  readonly id: number;
  readonly email: string;
}

/** A confirmed account, signed in. */
export async function signedInConsumer(api: TestCommandApi, email: string): Promise<TestConsumer> {
  const browser = await register(api, email);
  const mailbox = new TestMailbox(api.parts);
  const token = await mailbox.lastToken(email);
  const answer = await browser.post(paths.activate, { token });
  if (answer.status !== 200) throw new Error(`Confirmation answered ${answer.status} ${answer.text}`);
  browser.token = String((await browser.get(paths.refresh)).body.accessToken);
  return { browser, id: await mailbox.consumerId(email), email };
}

/** Issues PINs as an import does. */
export async function issuePins(api: TestCommandApi, ...codes: string[]): Promise<void> {
  for (const code of codes) {
    const data = { code, batchName: "test.csv", importId: "test" };
    await api.store.append(streams.pin(code), "no_stream", [{ type: "PinImported", data }], system);
  }
}
