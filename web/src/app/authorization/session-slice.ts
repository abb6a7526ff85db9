import type { SignedInConsumer } from "@ornament/contracts/account/api";
import type { SignedInAdmin } from "@ornament/contracts/admins/api";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** The signed-in admin or consumer, as sign-in and refresh return it. */
export interface Principal {
  admin?: SignedInAdmin;
  user?: SignedInConsumer;
}

const named = (answer: object, name: string): boolean =>
  name in answer && typeof Reflect.get(answer, name) === "object" && Reflect.get(answer, name) !== null;

/**
 * The signed-in person in an answer of sign-in or refresh. Undefined if there is none, or a consumer's email
 * isn't confirmed.
 */
export function principalOf(answer: unknown): Principal | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { admin, user } = answer as Principal;
  if (admin && named(answer, "admin")) return { admin };
  if (user && named(answer, "user") && user.isActivated) return { user };
  return undefined;
}

export interface SessionState {
  status: "unknown" | "signed-in" | "signed-out";
  /** The signed-in admin. A signed-in consumer's account is a query: it changes while it is shown. */
  admin: SignedInAdmin | undefined;
  /** The server couldn't be reached: `status` stays unknown, and the page offers to try again. */
  unreachable: boolean;
  /** The server ended the session, not the person. The sign-in page says so. */
  expired: boolean;
  /** What the end of the session kept from being done, "the deactivation of ABCD-123". */
  notDone: readonly string[];
  /** The session ended because the browser didn't keep the cookie of the sign-in. */
  cookieLost: boolean;
  /** The person signed out, here or in another tab. The next person doesn't return to this person's page. */
  left: boolean;
  /** The person signed out in another tab of this browser. The sign-in page says so. */
  elsewhere: boolean;
}

/**
 * The end of a session by the person, or by the server (`expired`), which may have got no cookie right after
 * sign-in. `elsewhere`: in another tab.
 */
export interface SessionEnd {
  expired: boolean;
  notDone?: readonly string[];
  cookieLost?: boolean;
  elsewhere?: boolean;
}

const initialState: SessionState = {
  status: "unknown",
  admin: undefined,
  unreachable: false,
  expired: false,
  notDone: [],
  cookieLost: false,
  left: false,
  elsewhere: false,
};

export const sessionSlice = createSlice({
  name: "session",
  initialState,
  reducers: {
    sessionChecking: (state) => ({ ...state, unreachable: false }),
    sessionUnreachable: (state) => ({ ...state, unreachable: true }),
    sessionStarted: (_state, { payload }: PayloadAction<SignedInAdmin | undefined>): SessionState => ({
      ...initialState,
      status: "signed-in",
      admin: payload,
    }),
    adminChanged: (state, { payload }: PayloadAction<SignedInAdmin>): SessionState =>
      state.status === "signed-in" ? { ...state, admin: payload } : state,
    sessionEnded: (state, { payload }: PayloadAction<SessionEnd>): SessionState => ({
      ...initialState,
      status: "signed-out",
      expired: payload.expired,
      notDone: payload.notDone ?? [],
      cookieLost: payload.cookieLost === true,
      elsewhere: state.status === "signed-in" && payload.elsewhere === true,
      left: state.status === "signed-in" && !payload.expired,
    }),
  },
});

export const { sessionChecking, sessionUnreachable, sessionStarted, adminChanged, sessionEnded } =
  sessionSlice.actions;
