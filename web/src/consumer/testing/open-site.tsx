import { jest } from "@jest/globals";
import type { OwnPin, SignedInConsumer } from "@ornament/contracts/account/api";
import { act } from "@testing-library/react";
import { consumerAudience } from "../../app/audience/consumer-audience.ts";
import { type Answers, json } from "../../app/testing/fake-server.ts";
import { openApp } from "../../app/testing/open-app.tsx";
import { parent } from "../../app/testing/people.ts";
import { routes } from "../routes.tsx";

/** Opens the consumer site at a URL. The call of the account answers the person that a refresh would. */
export function openSite(url: string, answers: Answers = {}) {
  const account = async () => {
    const refresh = answers["/api/user/refresh"];
    const answer =
      typeof refresh === "function" ? refresh(new Request("https://ornament.example")) : refresh?.clone();
    const { user } = ((await (await answer)?.json()) ?? {}) as { user?: SignedInConsumer };
    return user ? json(user) : json({}, 404);
  };
  const site = openApp(consumerAudience, routes, url, { "/api/user/account": account, ...answers });
  return { ...site, goBack: () => act(() => site.router.navigate(-1)) };
}

/** A signed-in parent as sign-in and refresh answer it. */
export const parentWith = (pins: OwnPin[], email = "sam@example.com") => ({
  accessToken: "token",
  user: { ...parent, email, pins: { count: pins.length, rows: pins } },
});

/** Fixes the date. Timers run. */
export function setDate(time: string): void {
  const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate"] as const;
  jest.useFakeTimers({
    now: new Date(time),
    doNotFake: [...timers, "queueMicrotask", "nextTick", "requestAnimationFrame", "performance"],
  });
}

export const ornament: OwnPin = {
  id: 3,
  pin: "ABCD-123",
  name: "Fir",
  status: true,
  blocked: false,
  countDevices: 0,
  devices: [],
};
