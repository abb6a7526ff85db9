import { signInHelpPaths } from "@ornament/contracts/routes/back-office";
import { useState } from "react";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(signInHelpPaths);

/** The findings are read again after every action of an admin: most actions may send a mail. */
const { useConsumerSignInHelpQuery, useAdminSignInHelpQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    consumerSignInHelp: build.query({
      ...endpoint("consumerSignInHelp", (id: string) => ({ params: { id } })),
      providesTags: ["Consumer", "Log"],
    }),
    adminSignInHelp: build.query({
      ...endpoint("adminSignInHelp", (id: string) => ({ params: { id } })),
      providesTags: ["Admin", "Log"],
    }),
  }),
});

const queries = { consumer: useConsumerSignInHelpQuery, admin: useAdminSignInHelpQuery } as const;

/** The pause between reads while a mail is on its way, in milliseconds. */
const pollMilliseconds = 3_000;

/** The obstacles to signing in to an account. `whose` stays the same for a component. */
export function useSignInHelp(whose: keyof typeof queries, id: string) {
  const [mailOnItsWay, setMailOnItsWay] = useState(false);
  const query = queries[whose](id, {
    pollingInterval: mailOnItsWay ? pollMilliseconds : 0,
    skipPollingIfUnfocused: true,
  });
  const { currentData: data } = query;
  const onItsWay = data?.mails.some(({ state }) => state === "waiting" || state === "started") ?? false;
  if (onItsWay !== mailOnItsWay) setMailOnItsWay(onItsWay);
  return { ...query, data };
}
