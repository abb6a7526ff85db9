import type { adminSessionRoutes } from "@ornament/contracts/api/admin-session";
import type { BodyInputOf, ResponseOf } from "@ornament/contracts/api/route";
import { api } from "../../app/api-base.ts";

type Routes = typeof adminSessionRoutes;

export const { useAdminLoginMutation, useAdminForgotPasswordMutation, useAdminResetPasswordMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      adminLogin: build.mutation<ResponseOf<Routes["adminLogin"]>, BodyInputOf<Routes["adminLogin"]>>({
        query: (body) => ({ url: "/api/admin/login", method: "POST", body, withoutSession: true }),
      }),
      adminForgotPassword: build.mutation<
        ResponseOf<Routes["adminForgotPassword"]>,
        BodyInputOf<Routes["adminForgotPassword"]>
      >({
        query: (body) => ({ url: "/api/admin/password-reset", method: "POST", body, withoutSession: true }),
      }),
      adminResetPassword: build.mutation<
        ResponseOf<Routes["adminResetPassword"]>,
        { id: string; token: string; password: string }
      >({
        query: ({ id, token, password }) => ({
          url: `/api/admin/password-reset/${encodeURIComponent(id)}/${encodeURIComponent(token)}`,
          method: "POST",
          body: { password },
          withoutSession: true,
        }),
      }),
    }),
  });
