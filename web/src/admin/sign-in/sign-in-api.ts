import { adminAccountPaths, adminSessionPaths } from "@ornament/contracts/routes/back-office";
import { api } from "../../app/api/api-base.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";

/** For calls before sign-in, to which a 401 is an ordinary answer. */
const asGuest = callsTo({ ...adminSessionPaths, ...adminAccountPaths }, { withoutSession: true });

interface NewPassword {
  id: string;
  token: string;
  password: string;
}

export const { useAdminLoginMutation, useAdminForgotPasswordMutation, useAdminResetPasswordMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      adminLogin: build.mutation(asGuest.endpoint("adminLogin")),
      adminForgotPassword: build.mutation(asGuest.endpoint("adminForgotPassword")),
      adminResetPassword: build.mutation(
        asGuest.endpoint("adminResetPassword", ({ id, token, password }: NewPassword) => ({
          params: { id, token },
          body: { password },
        })),
      ),
    }),
  });
