import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { ApiError } from "../calls/api-error.ts";

interface Seen {
  at: string;
  endpoint: string;
  /** How much of the state is prepared, from 0 to 100; undefined if it is ready or refused. */
  percent?: number | undefined;
  refusal?: ApiError | undefined;
}

interface FormerState {
  /** The instant whose state the open screen shows; undefined for the present state. */
  at?: string | undefined;
  /** The percentage of each query whose state is still being prepared. */
  filling: Readonly<Record<string, number>>;
  /** The reason why the state of the instant can't be shown. */
  refusal?: ApiError | undefined;
}

const initialState: FormerState = { filling: {} };

/** The preparation of the former state that the open screen shows. */
export const formerStateSlice = createSlice({
  name: "formerState",
  initialState,
  reducers: {
    instantShown: (_state, { payload }: PayloadAction<string | undefined>): FormerState => ({
      at: payload,
      filling: {},
    }),
    formerStateSeen: (state, { payload }: PayloadAction<Seen>) => {
      const { at, endpoint, percent, refusal } = payload;
      if (at !== state.at) return;
      const { [endpoint]: _former, ...rest } = state.filling;
      state.filling = percent === undefined ? rest : { ...rest, [endpoint]: percent };
      if (refusal) state.refusal = refusal;
    },
  },
});

export const { instantShown, formerStateSeen } = formerStateSlice.actions;
