import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api } from "../../app/api-base.ts";
import { callsTo } from "../../app/contract-calls.ts";
import { consumersApi } from "../consumers/consumers-api.ts";
import { pinsApi } from "../pins/pins-api.ts";
import { afterStatusChange } from "./status-change.ts";

const { endpoint } = callsTo(pinAddresses);

const shown = ["Pin", "Consumer"] as const;

export const { useUpdatePinStatusMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    updatePinStatus: build.mutation({
      ...endpoint("updatePinStatus"),
      // Flips at once wherever the PIN is shown. Nothing is undone on a refusal: the lists are asked again.
      onQueryStarted(change, { dispatch, getState }) {
        const now = new Date();
        const flip = (pin: Parameters<typeof afterStatusChange>[0], owned: boolean) =>
          void Object.assign(pin, afterStatusChange(pin, change, { owned, now }));
        const state = getState() as Parameters<typeof api.util.selectInvalidatedBy>[0];
        for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(state, [...shown])) {
          if (endpointName === "listPins")
            dispatch(
              pinsApi.util.updateQueryData("listPins", originalArgs, ({ rows }) => {
                for (const row of rows) if (row.id === change.id) flip(row, row.userId !== null);
              }),
            );
          if (endpointName === "listConsumers")
            dispatch(
              consumersApi.util.updateQueryData("listConsumers", originalArgs, ({ rows }) => {
                for (const { pin } of rows) if (pin?.id === change.id) flip(pin, true);
              }),
            );
          if (endpointName === "consumerProfile")
            dispatch(
              consumersApi.util.updateQueryData("consumerProfile", originalArgs, ({ pins }) => {
                for (const pin of pins.rows) if (pin.id === change.id) flip(pin, true);
              }),
            );
        }
      },
      invalidatesTags: [...shown, "Log"],
    }),
  }),
});
