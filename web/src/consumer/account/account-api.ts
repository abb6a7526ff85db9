import { consumerSessionAddresses } from "@ornament/contracts/api/addresses/consumer-site";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

const { endpoint } = callsTo(consumerSessionAddresses);
/** For calls before sign-in, on which a 401 is an answer like any other. */
const asGuest = callsTo(consumerSessionAddresses, { withoutSession: true });

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    registerConsumer: build.mutation(asGuest.endpoint("registerConsumer")),
    activateConsumer: build.mutation(asGuest.endpoint("activateConsumer")),
    /** Whether what this browser registered is confirmed. If so, the server has set a session cookie. */
    registrationStatus: build.mutation(asGuest.endpoint("registrationStatus")),
    /** Asks who the browser's cookie belongs to, without a token: the registering browser has one after activation. */
    cookieSession: build.mutation(asGuest.endpoint("consumerRefresh")),
    resendOwnActivationLink: build.mutation(asGuest.endpoint("resendOwnActivationLink")),
    consumerLogin: build.mutation(asGuest.endpoint("consumerLogin")),
    updateOwnMarketing: build.mutation(endpoint("updateOwnMarketing")),
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
