import type { registrationRoutes } from "@ornament/contracts/registration/api";
import { requestLimits as rates } from "@ornament/contracts/routes/request-limits";
import { limits } from "@ornament/contracts/values/limits";
import { networkOf } from "@ornament/platform/http/network";
import { refuseCrossSite } from "@ornament/platform/http/origin-check";
import type { Handler, RouteRequest } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { accountOf, nobody } from "../consumers/claim-emails.ts";
import { consumerCredentials } from "../sessions/credentials.ts";
import { openSessionOnce } from "../sessions/sign-in-sessions.ts";
import { sessionOfRegistration } from "./registering-browsers.ts";

type Status = typeof registrationRoutes.registrationStatus;

/** The claim is read, and the account with its snapshot and its key. */
const storeCalls = { reads: 4, appends: 0 };

/**
 * `POST api/user/registration-status`: whether the attempt of this browser is the confirmed one, on any
 * device. If so, the browser is signed in as by the link itself. An unknown or a taken email address, another
 * attempt, and an unconfirmed one get the same `confirmed: false` after the same reads, and no event is
 * written. Throws `cross_site`, `too_many_requests`.
 */
export function registrationStatus(parts: Parts): Handler<Status> {
  const { consumers, registeringBrowsers, requestLimits, clock } = parts;

  const findConfirmed = async (request: RouteRequest<Status>) => {
    if (!registeringBrowsers.isMarked(request)) return undefined;
    const { email } = request.body;
    const consumerId = (await accountOf(parts, email)) ?? nobody;
    const { state, events } = await consumers.load(consumerId);
    const credentials = consumerCredentials(consumerId, events);
    if (!credentials || state.status !== "confirmed" || state.email !== email) return undefined;
    // A new password ends every session, also one that was not opened yet.
    if (credentials.epoch !== null) return undefined;
    const confirmed = events.find((event) => event.type === "ConsumerEmailConfirmed");
    if (confirmed?.type !== "ConsumerEmailConfirmed") return undefined;
    // The browser keeps the cookie for this long. A copy of it must not be valid for longer.
    const age = clock().getTime() - confirmed.createdAt.getTime();
    if (age > limits.activationLinkMilliseconds) return undefined;
    const attempt = { consumerId, nonce: confirmed.data.attempt };
    if (!registeringBrowsers.isRegistering(request, attempt)) return undefined;
    return { credentials, session: sessionOfRegistration(attempt) };
  };

  return (request, reply) =>
    requestLimits.holdBack(async () => {
      refuseCrossSite(request.headers, parts.ownOrigins);
      const asked = { name: "registration status", who: networkOf(request.ip) };
      requestLimits.count(rates.registrationStatus, asked);
      const found = await parts.uniformAnswers.inUniformTime(storeCalls, () => findConfirmed(request));
      if (!found) return { confirmed: false };
      const opened = await openSessionOnce(parts, request, reply, found.credentials, found.session);
      if (!opened) return { confirmed: false };
      registeringBrowsers.forget(reply);
      return { confirmed: true };
    });
}
