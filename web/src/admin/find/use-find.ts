import { findPaths } from "@ornament/contracts/routes/back-office";
import { skipToken } from "@reduxjs/toolkit/query";
import { useEffect, useState } from "react";
import { api } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(findPaths);

export type Found = AnswerOf<"find">;

export const { useFindQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    find: build.query({
      ...endpoint("find", (query: string) => ({ query: { query } })),
      providesTags: ["Consumer", "Pin"],
    }),
  }),
});

/** Shorter than for a table, because the answer is short and opens next to the field. */
const debounceMs = 250;

export interface Finding {
  /** The search term. Undefined while nothing is typed. */
  term: string | undefined;
  /** The answer to the typed text, never to an earlier text. */
  found: Found | undefined;
  error: unknown;
  refetch: () => unknown;
  /** Searches immediately, without waiting for the end of typing. */
  now: () => void;
}

/** Searches for a text when typing has paused. */
export function useFind(text: string): Finding {
  const typed = text.trim();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), typed === "" ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { currentData, error, isFetching, refetch } = useFindQuery(asked === "" ? skipToken : asked);
  const isCurrent = typed !== "" && asked === typed;
  return {
    term: typed === "" ? undefined : typed,
    found: isCurrent ? currentData : undefined,
    error: isCurrent && !isFetching && currentData === undefined ? error : undefined,
    refetch,
    now: () => setAsked(typed),
  };
}
