import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { pinsTable } from "@ornament/contracts/tables/pins";
import { api, tagsOfPresent } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import type { ListParams } from "../table/list-query.ts";

const { endpointAsOf } = callsTo(pinAddresses);

export const pinsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPins: build.query({
      ...endpointAsOf("listPins", (query: ListParams<typeof pinsTable>) => ({ query })),
      providesTags: tagsOfPresent("Pin"),
    }),
    listBatches: build.query({
      ...endpointAsOf("listBatches", (_of: undefined) => ({})),
      providesTags: tagsOfPresent("Import"),
    }),
    countPins: build.query({
      ...endpointAsOf("countPins", (batch: string) => ({ query: batch ? { batch } : {} })),
      providesTags: tagsOfPresent("Pin", "Import"),
    }),
  }),
});

export const { useListPinsQuery, useListBatchesQuery, useCountPinsQuery } = pinsApi;
