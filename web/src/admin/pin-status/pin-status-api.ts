import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { RouteName } from "@ornament/contracts/api/routes";
import { api, changeShownAnswer } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";
import type { AppState } from "../../app/store.ts";
import { afterStatusChange } from "./status-change.ts";

const { endpoint } = callsTo(pinAddresses);

/** The tags of the answers that show a PIN's status. */
const tagsShowingStatus = ["Pin", "Consumer"] as const;

export const { useUpdatePinStatusMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    updatePinStatus: build.mutation({
      ...endpoint("updatePinStatus"),
      // Every list shows the new status immediately. After a refusal nothing is undone: the lists are loaded
      // again.
      onQueryStarted(change, { dispatch, getState }) {
        const now = new Date();
        const { admin } = (getState() as AppState).session.principal ?? {};
        if (!admin) return;
        const update = (pin: Parameters<typeof afterStatusChange>[0], owned: boolean) =>
          void Object.assign(pin, afterStatusChange(pin, change, { owned, now, admin }));
        const state = getState() as Parameters<typeof api.util.selectInvalidatedBy>[0];
        for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(state, [
          ...tagsShowingStatus,
        ])) {
          const changeAnswer = <N extends RouteName>(name: N, apply: (answer: AnswerOf<N>) => void) => {
            if (endpointName === name) dispatch(changeShownAnswer(name, originalArgs, apply));
          };
          changeAnswer("listPins", ({ rows }) => {
            for (const row of rows) if (row.id === change.id) update(row, row.userId !== null);
          });
          changeAnswer("pinProfile", (pin) => {
            if (pin.id === change.id) update(pin, pin.userId !== null);
          });
          changeAnswer("listConsumers", ({ rows }) => {
            for (const { pin } of rows) if (pin?.id === change.id) update(pin, true);
          });
          changeAnswer("consumerProfile", ({ pins }) => {
            for (const pin of pins.rows) if (pin.id === change.id) update(pin, true);
          });
        }
      },
      invalidatesTags: [...tagsShowingStatus, "Log"],
    }),
  }),
});
