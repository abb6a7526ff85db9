import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Dependencies } from "../dependencies.ts";
import {
  deleteConsumer,
  updateConsumerEmail,
  updateConsumerMarketing,
  updateOwnMarketing,
} from "./change-account/account.ts";
import {
  activateConsumer,
  resendActivationLink,
  resendOwnActivationLink,
} from "./confirm-email/activation.ts";
import { registerConsumer } from "./register/registration.ts";
import {
  consumerForgotPassword,
  resetConsumerPassword,
  verifyResetCode,
} from "./reset-password/password-reset.ts";
import { consumerLogin, consumerLogout, consumerRefresh } from "./sign-in/consumer-sign-in.ts";

type ConsumerHandlers = HandlersFor<typeof consumerSessionRoutes> &
  Pick<
    HandlersFor<typeof consumerRoutes>,
    "resendActivationLink" | "updateConsumerEmail" | "updateConsumerMarketing"
  >;

/** The consumer's account: its own calls and the back office's on it (spec §7). */
export const consumerHandlers = (dependencies: Dependencies): ConsumerHandlers => ({
  registerConsumer: registerConsumer(dependencies),
  activateConsumer: activateConsumer(dependencies),
  resendOwnActivationLink: resendOwnActivationLink(dependencies),
  consumerLogin: consumerLogin(dependencies),
  consumerLogout: consumerLogout(dependencies),
  consumerRefresh: consumerRefresh(dependencies),
  consumerForgotPassword: consumerForgotPassword(dependencies),
  verifyResetCode: verifyResetCode(dependencies),
  resetConsumerPassword: resetConsumerPassword(dependencies),
  updateOwnMarketing: updateOwnMarketing(dependencies),
  deleteConsumer: deleteConsumer(dependencies),
  resendActivationLink: resendActivationLink(dependencies),
  updateConsumerEmail: updateConsumerEmail(dependencies),
  updateConsumerMarketing: updateConsumerMarketing(dependencies),
});
