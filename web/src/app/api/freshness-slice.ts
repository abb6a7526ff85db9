import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** The queries whose last answer is older than the changes that this browser has saved. */
export const freshnessSlice = createSlice({
  name: "freshness",
  initialState: { staleEndpoints: [] as string[] },
  reducers: {
    freshnessSeen: (state, { payload }: PayloadAction<{ endpoint: string; stale: boolean }>) => {
      const others = state.staleEndpoints.filter((endpoint) => endpoint !== payload.endpoint);
      const known = others.length < state.staleEndpoints.length;
      if (payload.stale !== known)
        state.staleEndpoints = payload.stale ? [...others, payload.endpoint] : others;
    },
  },
});

export const { freshnessSeen } = freshnessSlice.actions;
