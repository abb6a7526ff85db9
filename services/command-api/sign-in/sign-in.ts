import { Refusal } from "@ornament/contracts/routes/errors";
import type { adminSessionRoutes, consumerSessionRoutes } from "@ornament/contracts/sign-in/api";
import type { HandlersFor, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { loadOwnAccount } from "../account/own-account.ts";
import { findAdmin, loadAdmin, signedInAdmin } from "../admins/admin-accounts.ts";
import type { LoadedConsumer } from "../aggregates.ts";
import type { Parts } from "../compose-parts.ts";
import { accountOf, nobody } from "../consumers/claim-emails.ts";
import { confirmHuman } from "../http/request-limits.ts";
import { consumerCredentials } from "../sessions/credentials.ts";
import { signInAgain } from "../sessions/decider.ts";
import { openSession, refreshSession, type SignedIn, signOut } from "../sessions/sign-in-sessions.ts";

type ConsumerRoutes = Pick<
  typeof consumerSessionRoutes,
  "consumerLogin" | "consumerRefresh" | "consumerLogout"
>;

/** Sign-in, refresh and sign-out of consumers. */
export function consumerSignInHandlers(parts: Parts): HandlersFor<ConsumerRoutes> {
  const { registeringBrowsers } = parts;

  /** `unconfirmedAttempt`: the registration attempt whose password is compared. */
  const findAccount = async (request: RouteRequest<ConsumerRoutes["consumerLogin"]>) => {
    const consumerId = (await accountOf(parts, request.body.email)) ?? nobody;
    const loaded = await parts.consumers.load(consumerId);
    const { state, events } = loaded;
    const credentials = consumerCredentials(consumerId, events);
    if (!credentials || state.status === "none" || state.email !== request.body.email) return undefined;
    const ownAttempt = () =>
      state.attempts.find(({ nonce }) => registeringBrowsers.isRegistering(request, { consumerId, nonce }));
    const found = {
      subjectId: consumerId,
      credentials,
      loaded,
      // Called only after the right password, so that it adds nothing to the time of a failure.
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
    const browser = parts.knownBrowsers.find(request);
    const user = await loadOwnAccount(parts, subjectId, { browser, positions: request.positions, account });
    const signedIn = { audience: "consumer", email: user.email, origin: sessionId } as const;
    parts.knownBrowsers.remember(request, reply, signedIn);
    return { accessToken, user, pins: { count: user.pins.count } };
  };

  return {
    /**
     * `POST api/user/login`. Throws `sign_in_failed` for an unknown email address, a wrong password and a
     * locked account, and `not_activated` for an unconfirmed account with the right password; its browser
     * then counts as the one that registered.
     */
    async consumerLogin(request, reply) {
      const { email, password } = request.body;
      await confirmHuman(parts, "consumerLogin", request);
      const find = () => findAccount(request);
      const attempt = { audience: "consumer", email, password, find } as const;
      const account = await parts.signInGuard.confirm(request, attempt);
      if (account.unconfirmedAttempt !== undefined) {
        const { subjectId: consumerId, unconfirmedAttempt: nonce } = account;
        registeringBrowsers.remember(reply, { consumerId, nonce });
        throw new Refusal("not_activated");
      }
      // The browser's registration cookie could sign in once more, e.g. after this session's sign-out.
      if (account.isRegisteredHere()) registeringBrowsers.forget(reply);
      const signedIn = await openSession(parts, request, reply, account.credentials);
      return answer(request, reply, signedIn, account.loaded);
    },

    /** `GET api/user/refresh`. Throws `user_error` if the session has ended. */
    async consumerRefresh(request, reply) {
      return answer(request, reply, await refreshSession(parts, request, reply, "consumer"));
    },

    /** `POST api/user/logout`. */
    async consumerLogout(request, reply) {
      await signOut(parts, request, reply, "consumer");
      return { success: true, message: "You are signed out." };
    },
  };
}

type AdminRoutes = Pick<typeof adminSessionRoutes, "adminLogin" | "adminLogout" | "adminRefresh">;

/** Sign-in, refresh and sign-out of admins. */
export function adminSignInHandlers(parts: Parts): HandlersFor<AdminRoutes> {
  const { knownBrowsers } = parts;

  const find = async (email: string) => {
    const account = await findAdmin(parts, email);
    return account && { account, subjectId: account.entry.adminId, passwordHash: account.own.passwordHash };
  };

  return {
    async adminLogin(request, reply) {
      const { email, password } = request.body;
      await confirmHuman(parts, "adminLogin", request);
      const attempt = { audience: "admin", email, password, find: () => find(email) } as const;
      const { account } = await parts.signInGuard.confirm(request, attempt);
      if (account.entry.deactivated) throw new Refusal("admin_deactivated");
      const { accessToken, sessionId } = await openSession(parts, request, reply, account.credentials);
      knownBrowsers.remember(request, reply, { audience: "admin", email, origin: sessionId });
      return { accessToken, admin: signedInAdmin(account) };
    },

    async adminLogout(request, reply) {
      await signOut(parts, request, reply, "admin");
      return { success: true, message: "You are signed out." };
    },

    async adminRefresh(request, reply) {
      const { accessToken, subjectId, sessionId } = await refreshSession(parts, request, reply, "admin");
      const account = await loadAdmin(parts, subjectId, request.positions);
      if (!account) throw signInAgain("admin");
      const admin = signedInAdmin(account);
      knownBrowsers.remember(request, reply, { audience: "admin", email: admin.email, origin: sessionId });
      return { accessToken, admin };
    },
  };
}
