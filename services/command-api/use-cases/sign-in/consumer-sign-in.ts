import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { loadState } from "@ornament/platform/commands/handle-command";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type Credentials, consumerCredentials } from "../../sessions/credentials.ts";
import { endSession, openSession, refreshSession } from "../../sessions/sessions.ts";
import { accountOfAddress } from "../claim-address/addresses.ts";
import { loadOwnAccount } from "../own-account/own-account.ts";
import { isRegisteringBrowser, setRegisteringBrowser } from "../register/registering-browser.ts";
import { guardSignIn } from "../sign-in-guard/guard.ts";
import { rememberBrowser } from "../sign-in-guard/known-browser.ts";

type Login = typeof consumerSessionRoutes.consumerLogin;

/**
 * `POST api/user/login`. Throws `sign_in_failed`, alike for an unknown address, a wrong password and a locked account, and
 * `not_activated` for an unconfirmed one with the right password; its browser then counts as the registering one.
 */
export const consumerLogin =
  (dependencies: Dependencies): Handler<Login> =>
  async (request, reply) => {
    const { email, password, verifyCaptcha } = request.body;
    await dependencies.humanCheck.confirm({
      token: verifyCaptcha,
      action: humanCheckActions.consumerLogin,
      ip: request.ip,
    });
    const account = await guardSignIn(dependencies, request, {
      audience: "consumer",
      email,
      password,
      find: () => findAccount(dependencies, request),
    });
    if (account.unconfirmedAttempt !== undefined) {
      const attempt = { consumerId: account.subjectId, nonce: account.unconfirmedAttempt };
      setRegisteringBrowser(dependencies, reply, attempt);
      throw new Refusal("not_activated");
    }
    const { accessToken } = await openSession(dependencies, request, reply, account.credentials);
    return answer(dependencies, request, reply, { accessToken, subjectId: account.subjectId });
  };

interface Found {
  subjectId: number;
  passwordHash: string;
  credentials: Credentials;
  /** The registration attempt whose password is compared while none is confirmed. */
  unconfirmedAttempt: string | undefined;
}

/** Nobody's id: read for an unknown address, so that it costs what a known one costs. */
const nobody = 0;

async function findAccount(
  dependencies: Dependencies,
  request: RouteRequest<Login>,
): Promise<Found | undefined> {
  const consumerId = (await accountOfAddress(dependencies, request.body.email)) ?? nobody;
  const stream = streams.consumer(consumerId);
  const { state, events } = await loadState(dependencies.store, stream, consumerDecider);
  const credentials = consumerCredentials(consumerId, events);
  if (!credentials || state.status === "none" || state.email !== request.body.email) return undefined;
  if (state.status === "confirmed") {
    const { passwordHash } = state;
    return { subjectId: consumerId, passwordHash, credentials, unconfirmedAttempt: undefined };
  }
  const own = state.attempts.find(({ nonce }) =>
    isRegisteringBrowser(dependencies, request, { consumerId, nonce }),
  );
  const attempt = own ?? state.attempts.at(-1);
  if (!attempt) return undefined;
  const { passwordHash, nonce } = attempt;
  return { subjectId: consumerId, passwordHash, credentials, unconfirmedAttempt: nonce };
}

/** `GET api/user/refresh`. Throws `user_error` when the session is over. */
export const consumerRefresh =
  (dependencies: Dependencies): Handler<typeof consumerSessionRoutes.consumerRefresh> =>
  async (request, reply) => {
    const session = await refreshSession(dependencies, request, reply, "consumer");
    return answer(dependencies, request, reply, session);
  };

/** `POST api/user/logout`. */
export const consumerLogout =
  (dependencies: Dependencies): Handler<typeof consumerSessionRoutes.consumerLogout> =>
  async (request, reply) => {
    await endSession(dependencies, request, reply, "consumer");
    return { success: true, message: "You are signed out." };
  };

async function answer(
  dependencies: Dependencies,
  request: Pick<RouteRequest, "cookies" | "positions">,
  reply: Reply,
  { accessToken, subjectId }: { accessToken: string; subjectId: number },
) {
  const user = await loadOwnAccount(dependencies, subjectId, request.positions);
  rememberBrowser(dependencies, request, reply, { audience: "consumer", email: user.email });
  return { accessToken, user, pins: { count: user.pins.count } };
}
