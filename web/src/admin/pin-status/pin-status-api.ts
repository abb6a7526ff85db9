import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api, changeShown } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import type { AppState } from "../../app/store.ts";
import { afterStatusChange } from "./status-change.ts";

const { endpoint } = callsTo(pinAddresses);

export const { useUpdatePinStatusMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    updatePinStatus: build.mutation({
      ...endpoint("updatePinStatus"),
      // Every list shows the new status immediately, and the former one again if the change fails.
      async onQueryStarted(change, { dispatch, getState, queryFulfilled }) {
        const { admin } = (getState() as AppState).session;
        if (!admin) return;
        const now = new Date();
        type Shown = Parameters<typeof afterStatusChange>[0] & { id: number };
        const update = (pin: Shown | null, owned: boolean) => {
          if (pin?.id === change.id)
            Object.assign(pin, afterStatusChange(pin, change, { owned, now, admin }));
        };
        const takeBack = dispatch(
          changeShown(["Pin", "Consumer"], {
            listPins: ({ rows }) => {
              for (const row of rows) update(row, row.userId !== null);
            },
            pinProfile: (pin) => update(pin, pin.userId !== null),
            listConsumers: ({ rows }) => {
              for (const { pin } of rows) update(pin, true);
            },
            consumerProfile: ({ pins }) => {
              for (const pin of pins.rows) update(pin, true);
            },
          }),
        );
        await queryFulfilled.catch(takeBack);
      },
      invalidatesTags: ["Pin", "Consumer", "Log"],
    }),
  }),
});
