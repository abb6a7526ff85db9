import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import type { BodyInputOf, ResponseOf } from "@ornament/contracts/api/route";
import { api } from "../../app/api-base.ts";

type Routes = typeof consumerSessionRoutes;
type Answer<Name extends keyof Routes> = ResponseOf<Routes[Name]>;
type Body<Name extends keyof Routes> = BodyInputOf<Routes[Name]>;

const post = (url: string, body: unknown) => ({ url, method: "POST", body, withoutSession: true }) as const;

export const {
  useConsumerForgotPasswordMutation,
  useVerifyResetCodeMutation,
  useResetConsumerPasswordMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    consumerForgotPassword: build.mutation<Answer<"consumerForgotPassword">, Body<"consumerForgotPassword">>({
      query: (body) => post("/api/user/reset-password", body),
    }),
    verifyResetCode: build.mutation<Answer<"verifyResetCode">, Body<"verifyResetCode">>({
      query: (body) => post("/api/user/verify-code", body),
    }),
    resetConsumerPassword: build.mutation<
      Answer<"resetConsumerPassword">,
      { id: number } & Body<"resetConsumerPassword">
    >({
      query: ({ id, password }) => post(`/api/user/reset-password/${id}`, { password }),
    }),
  }),
});
