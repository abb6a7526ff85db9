import { passwordPaths } from "@ornament/contracts/routes/consumer-site";
import { humanCheckActions } from "@ornament/contracts/routes/human-check";
import { api } from "../../app/api/api-base.ts";
import { type BodyFor, callsTo } from "../../app/calls/contract-calls.ts";
import { useHumanCheck } from "../../app/human-check.ts";

/** For calls without sign-in, to which a 401 is an ordinary answer. */
const asGuest = callsTo(passwordPaths, { withoutSession: true });

export const {
  useConsumerForgotPasswordMutation,
  useVerifyResetCodeMutation,
  useResetConsumerPasswordMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    consumerForgotPassword: build.mutation(asGuest.endpoint("consumerForgotPassword")),
    verifyResetCode: build.mutation(asGuest.endpoint("verifyResetCode")),
    resetConsumerPassword: build.mutation(
      asGuest.endpoint(
        "resetConsumerPassword",
        ({ id, ...body }: { id: number } & BodyFor<"resetConsumerPassword">) => ({ params: { id }, body }),
      ),
    ),
  }),
});

/** Sends a password reset code. Rejects with the error of the call. */
export function useSendCode(): (email: string) => Promise<void> {
  const askHumanCheck = useHumanCheck();
  const [forgot] = useConsumerForgotPasswordMutation();
  return async (email) => {
    const verifyCaptcha = await askHumanCheck(humanCheckActions.consumerForgotPassword);
    await forgot({ email, verifyCaptcha }).unwrap();
  };
}
