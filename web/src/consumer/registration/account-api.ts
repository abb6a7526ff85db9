import {
  accountPaths,
  consumerSessionPaths,
  registrationPaths,
} from "@ornament/contracts/routes/consumer-site";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(accountPaths);
/** For calls before sign-in, to which a 401 is an ordinary answer. */
const asGuest = callsTo({ ...registrationPaths, ...consumerSessionPaths }, { withoutSession: true });

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    registerConsumer: build.mutation(asGuest.endpoint("registerConsumer")),
    activateConsumer: build.mutation(asGuest.endpoint("activateConsumer")),
    /**
     * Whether the email that this browser registered is confirmed. If so, the server has set a session
     * cookie.
     */
    registrationStatus: build.mutation(asGuest.endpoint("registrationStatus")),
    /**
     * Asks without a token whose cookie the browser has: the registering browser gets one when the email is
     * confirmed.
     */
    cookieSession: build.mutation(asGuest.endpoint("consumerRefresh")),
    resendOwnActivationLink: build.mutation(asGuest.endpoint("resendOwnActivationLink")),
    consumerLogin: build.mutation(asGuest.endpoint("consumerLogin")),
    updateOwnMarketing: build.mutation({
      ...endpoint("updateOwnMarketing"),
      invalidatesTags: tagsOnSuccess("Account"),
    }),
    deleteConsumer: build.mutation(endpoint("deleteConsumer", (id: number) => ({ params: { id } }))),
  }),
});

export const {
  useRegisterConsumerMutation,
  useActivateConsumerMutation,
  useRegistrationStatusMutation,
  useCookieSessionMutation,
  useResendOwnActivationLinkMutation,
  useConsumerLoginMutation,
  useUpdateOwnMarketingMutation,
  useDeleteConsumerMutation,
} = accountApi;
