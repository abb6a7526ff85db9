import { findAddresses } from "@ornament/contracts/api/addresses/back-office";
import { api } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(findAddresses);

export type Found = AnswerOf<"find">;

export const { useFindQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    find: build.query({
      ...endpoint("find", (query: string) => ({ query: { query } })),
      providesTags: ["Consumer", "Pin"],
    }),
  }),
});
