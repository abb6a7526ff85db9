import { consumerAddresses, pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { type ApiTag, api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo({ ...consumerAddresses, ...pinAddresses });

/** A refusal means that the page is out of date, so it is read again as well. */
const shown: ApiTag[] = ["Consumer", "Pin", "Log"];

export const {
  useEndSignInPauseMutation,
  useSendResetCodeMutation,
  useReleasePinMutation,
  useAskItAdminMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    endSignInPause: build.mutation({ ...endpoint("endSignInPause"), invalidatesTags: shown }),
    sendResetCode: build.mutation({ ...endpoint("sendResetCode"), invalidatesTags: shown }),
    releasePin: build.mutation({ ...endpoint("releasePin"), invalidatesTags: shown }),
    askItAdmin: build.mutation({ ...endpoint("askItAdmin"), invalidatesTags: shown }),
  }),
});
