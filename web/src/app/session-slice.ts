import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Principal } from "./principal.ts";

export interface SessionState {
  status: "unknown" | "signed-in" | "signed-out";
  principal: Principal | undefined;
  /** The server couldn't be reached: `status` stays unknown, and the page offers to try again. */
  unreachable: boolean;
  /** The server ended the session, not the person. The sign-in page says so. */
  expired: boolean;
}

const initialState: SessionState = {
  status: "unknown",
  principal: undefined,
  unreachable: false,
  expired: false,
};

export const sessionSlice = createSlice({
  name: "session",
  initialState,
  reducers: {
    sessionChecking: (state) => ({ ...state, unreachable: false }),
    sessionUnreachable: (state) => ({ ...state, unreachable: true }),
    sessionStarted: (_state, { payload }: PayloadAction<Principal>): SessionState => ({
      ...initialState,
      status: "signed-in",
      principal: payload,
    }),
    principalChanged: (state, { payload }: PayloadAction<Principal>): SessionState =>
      state.status === "signed-in" ? { ...state, principal: payload } : state,
    sessionEnded: (_state, { payload }: PayloadAction<{ expired: boolean }>): SessionState => ({
      ...initialState,
      status: "signed-out",
      expired: payload.expired,
    }),
  },
});

export const { sessionChecking, sessionUnreachable, sessionStarted, principalChanged, sessionEnded } =
  sessionSlice.actions;
