import { bulkChangePaths } from "@ornament/contracts/routes/back-office";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo, type QueryFor } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(bulkChangePaths);

export type BulkChange = AnswerOf<"listBulkChanges">["rows"][number];
export type PinsToChange = QueryFor<"listPinsToChange">;

export const {
  useListPinsToChangeQuery,
  useStartBulkChangeMutation,
  useStopBulkChangeMutation,
  useUndoBulkChangeMutation,
  useListBulkChangesQuery,
  useBulkChangeProfileQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listPinsToChange: build.query({
      ...endpoint("listPinsToChange", (query: PinsToChange) => ({ query })),
      // A list of 100,000 PINs has 700 kB.
      keepUnusedDataFor: 0,
    }),
    startBulkChange: build.mutation({
      ...endpoint("startBulkChange"),
      invalidatesTags: tagsOnSuccess("BulkChange"),
    }),
    stopBulkChange: build.mutation({
      ...endpoint("stopBulkChange", (id: string) => ({ params: { id } })),
      invalidatesTags: ["BulkChange"],
    }),
    undoBulkChange: build.mutation({
      ...endpoint("undoBulkChange", ({ id, comment }: { id: string; comment: string }) => ({
        params: { id },
        body: { comment },
      })),
      invalidatesTags: ["BulkChange"],
    }),
    listBulkChanges: build.query({
      ...endpoint("listBulkChanges", (_of: undefined) => ({})),
      providesTags: ["BulkChange"],
    }),
    bulkChangeProfile: build.query({
      ...endpoint("bulkChangeProfile", (id: string) => ({ params: { id } })),
      providesTags: ["BulkChange"],
    }),
  }),
});
