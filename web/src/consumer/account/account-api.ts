import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import type { BodyInputOf, ResponseOf } from "@ornament/contracts/api/route";
import { api } from "../../app/api-base.ts";

type Routes = typeof consumerSessionRoutes;
type Answer<Name extends keyof Routes> = ResponseOf<Routes[Name]>;
type Body<Name extends keyof Routes> = BodyInputOf<Routes[Name]>;

/** Calls of somebody who isn't signed in: a 401 is the answer. */
const post = (url: string, body: unknown) => ({ url, method: "POST", body, withoutSession: true }) as const;

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    registerConsumer: build.mutation<Answer<"registerConsumer">, Body<"registerConsumer">>({
      query: (body) => post("/api/user/registration", body),
    }),
    activateConsumer: build.mutation<Answer<"activateConsumer">, Body<"activateConsumer">>({
      query: (body) => post("/api/user/activate", body),
    }),
    /** Asks who the browser's cookie belongs to, without a token: the registering browser has one after activation. */
    cookieSession: build.mutation<Answer<"consumerRefresh">, void>({
      query: () => ({ url: "/api/user/refresh", withoutSession: true }),
    }),
    resendOwnActivationLink: build.mutation<
      Answer<"resendOwnActivationLink">,
      Body<"resendOwnActivationLink">
    >({
      query: (body) => post("/api/user/resend-activate-link", body),
    }),
    consumerLogin: build.mutation<Answer<"consumerLogin">, Body<"consumerLogin">>({
      query: (body) => post("/api/user/login", body),
    }),
    updateOwnMarketing: build.mutation<Answer<"updateOwnMarketing">, Body<"updateOwnMarketing">>({
      query: (body) => ({ url: "/api/user/update-marketing-email", method: "PUT", body }),
    }),
    deleteConsumer: build.mutation<Answer<"deleteConsumer">, number>({
      query: (id) => ({ url: `/api/user/delete/${id}`, method: "DELETE" }),
    }),
  }),
});

export const {
  useRegisterConsumerMutation,
  useActivateConsumerMutation,
  useCookieSessionMutation,
  useResendOwnActivationLinkMutation,
  useConsumerLoginMutation,
  useUpdateOwnMarketingMutation,
  useDeleteConsumerMutation,
} = accountApi;
