import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

interface Seen {
  endpoint: string;
  stale: boolean;
  incompleteSince?: string | undefined;
}

const initialState: {
  /** The queries whose last answer is older than the changes that this browser has saved. */
  staleEndpoints: string[];
  /** The queries whose last answer shows nothing later than a time, because a read model has stopped. */
  incompleteSince: Readonly<Record<string, string>>;
} = { staleEndpoints: [], incompleteSince: {} };

/** How far the last answers of the queries can be trusted. */
export const freshnessSlice = createSlice({
  name: "freshness",
  initialState,
  reducers: {
    freshnessSeen: (state, { payload }: PayloadAction<Seen>) => {
      const { endpoint, stale, incompleteSince } = payload;
      const others = state.staleEndpoints.filter((known) => known !== endpoint);
      const known = others.length < state.staleEndpoints.length;
      if (stale !== known) state.staleEndpoints = stale ? [...others, endpoint] : others;
      if (state.incompleteSince[endpoint] === incompleteSince) return;
      const { [endpoint]: _former, ...rest } = state.incompleteSince;
      state.incompleteSince = incompleteSince === undefined ? rest : { ...rest, [endpoint]: incompleteSince };
    },
  },
});

export const { freshnessSeen } = freshnessSlice.actions;
