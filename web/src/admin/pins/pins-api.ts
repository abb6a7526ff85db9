import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { pinsTable } from "@ornament/contracts/tables/pins";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import type { ListParams } from "../table/list-query.ts";

const { endpoint } = callsTo(pinAddresses, { ofShownInstant: true });

export const pinsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPins: build.query({
      ...endpoint("listPins", (query: ListParams<typeof pinsTable>) => ({ query })),
      providesTags: ["Pin"],
    }),
    listBatches: build.query({
      ...endpoint("listBatches"),
      providesTags: ["Import"],
    }),
    countPins: build.query({
      ...endpoint("countPins", (batch: string) => ({ query: batch ? { batch } : {} })),
      providesTags: ["Pin", "Import"],
    }),
  }),
});

export const { useListPinsQuery, useListBatchesQuery, useCountPinsQuery } = pinsApi;
