import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { Refusal } from "@ornament/contracts/errors";
import type { HandlersFor, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import type { HumanCheck } from "@ornament/platform/human-check/human-check";
import type { Aggregates, LoadedConsumer } from "../../aggregates/aggregates.ts";
import { type Credentials, consumerCredentials } from "../../sessions/credentials.ts";
import type { KnownBrowsers } from "../../sessions/known-browsers.ts";
import type { SignedIn, SignInSessions } from "../../sessions/sign-in-sessions.ts";
import { type Addresses, nobody } from "../claim-address/addresses.ts";
import type { LoadOwnAccount } from "../own-account/own-account.ts";
import type { RegisteringBrowsers } from "../register/registering-browsers.ts";
import type { SignInGuard } from "../sign-in-guard/sign-in-guard.ts";

type Routes = Pick<typeof consumerSessionRoutes, "consumerLogin" | "consumerRefresh" | "consumerLogout">;

interface Needs {
  readonly humanCheck: HumanCheck;
  readonly addresses: Pick<Addresses, "accountOf">;
  readonly consumers: Pick<Aggregates["consumers"], "load">;
  readonly loadOwnAccount: LoadOwnAccount;
  readonly registeringBrowsers: Pick<RegisteringBrowsers, "isRegistering" | "remember" | "forget">;
  readonly knownBrowsers: Pick<KnownBrowsers, "find" | "remember">;
  readonly signInGuard: Pick<SignInGuard, "confirm">;
  readonly signInSessions: Pick<SignInSessions, "open" | "refresh" | "end">;
}

interface Found {
  subjectId: number;
  passwordHash: string | null;
  credentials: Credentials;
  loaded: LoadedConsumer;
  /** The registration attempt whose password is compared, if the account is unconfirmed. */
  unconfirmedAttempt: string | undefined;
  /**
   * Whether the account was registered in this browser, by an attempt that may have been confirmed elsewhere.
   * Called only after the right password, so that it adds nothing to the time of a failure.
   */
  isRegisteredHere: () => boolean;
}

/** Sign-in, refresh and sign-out of consumers. */
export function consumerSignInHandlers(needs: Needs): HandlersFor<Routes> {
  const { registeringBrowsers, signInSessions } = needs;

  const findAccount = async (request: RouteRequest<Routes["consumerLogin"]>): Promise<Found | undefined> => {
    const consumerId = (await needs.addresses.accountOf(request.body.email)) ?? nobody;
    const loaded = await needs.consumers.load(consumerId);
    const { state, events } = loaded;
    const credentials = consumerCredentials(consumerId, events);
    if (!credentials || state.status === "none" || state.email !== request.body.email) return undefined;
    const ownAttempt = () =>
      state.attempts.find(({ nonce }) => registeringBrowsers.isRegistering(request, { consumerId, nonce }));
    const found = {
      subjectId: consumerId,
      credentials,
      loaded,
      isRegisteredHere: () => ownAttempt() !== undefined,
    };
    if (state.status === "confirmed")
      return { ...found, passwordHash: state.passwordHash, unconfirmedAttempt: undefined };
    const attempt = ownAttempt() ?? state.attempts.at(-1);
    if (!attempt) return undefined;
    return { ...found, passwordHash: attempt.passwordHash, unconfirmedAttempt: attempt.nonce };
  };

  const answer = async (
    request: Pick<RouteRequest, "cookies" | "positions">,
    reply: Reply,
    { accessToken, subjectId, sessionId }: SignedIn,
    account?: LoadedConsumer,
  ) => {
    const browser = needs.knownBrowsers.find(request);
    const user = await needs.loadOwnAccount(subjectId, { browser, positions: request.positions, account });
    needs.knownBrowsers.remember(request, reply, {
      audience: "consumer",
      email: user.email,
      origin: sessionId,
    });
    return { accessToken, user, pins: { count: user.pins.count } };
  };

  return {
    /**
     * `POST api/user/login`. Throws `sign_in_failed` for an unknown email address, a wrong password and a
     * locked account, and `not_activated` for an unconfirmed account with the right password; its browser
     * then counts as the one that registered.
     */
    async consumerLogin(request, reply) {
      const { email, password, verifyCaptcha } = request.body;
      const action = humanCheckActions.consumerLogin;
      await needs.humanCheck.confirm({ token: verifyCaptcha, action, ip: request.ip });
      const find = () => findAccount(request);
      const account = await needs.signInGuard.confirm(request, {
        audience: "consumer",
        email,
        password,
        find,
      });
      if (account.unconfirmedAttempt !== undefined) {
        const attempt = { consumerId: account.subjectId, nonce: account.unconfirmedAttempt };
        registeringBrowsers.remember(reply, attempt);
        throw new Refusal("not_activated");
      }
      // The browser's registration cookie could sign in once more, e.g. after this session's sign-out.
      if (account.isRegisteredHere()) registeringBrowsers.forget(reply);
      const signedIn = await signInSessions.open(request, reply, account.credentials);
      return answer(request, reply, signedIn, account.loaded);
    },

    /** `GET api/user/refresh`. Throws `user_error` if the session has ended. */
    async consumerRefresh(request, reply) {
      return answer(request, reply, await signInSessions.refresh(request, reply, "consumer"));
    },

    /** `POST api/user/logout`. */
    async consumerLogout(request, reply) {
      await signInSessions.end(request, reply, "consumer");
      return { success: true, message: "You are signed out." };
    },
  };
}
