import type { Parts } from "./compose-parts.ts";
import { bindOwnDevice } from "./use-cases/bind-device/bind-device.ts";
import { updateConsumerEmail } from "./use-cases/change-email/change-email.ts";
import { bulkChangeHandlers } from "./use-cases/change-in-bulk/change-in-bulk.ts";
import { updateSetting } from "./use-cases/change-setting/change-setting.ts";
import { activateConsumer, resendOwnActivationLink } from "./use-cases/confirm-email/confirm-email.ts";
import { registrationStatus } from "./use-cases/confirm-email/registration-status.ts";
import { deleteConsumer } from "./use-cases/delete-account/delete-account.ts";
import { enterPins } from "./use-cases/enter-pins/enter-pins.ts";
import { removeOwnDevices } from "./use-cases/forget-devices/remove-devices.ts";
import { importHandlers } from "./use-cases/import-pins/import-pins.ts";
import { adminUpdateSelf, manageAdminHandlers } from "./use-cases/manage-admins/manage-admins.ts";
import { manageConsumerHandlers } from "./use-cases/manage-consumers/manage-consumers.ts";
import { managePinHandlers } from "./use-cases/manage-pins/manage-pins.ts";
import { updateOwnMarketing } from "./use-cases/own-account/own-account.ts";
import { ownOrnamentHandlers } from "./use-cases/own-ornaments/own-ornaments.ts";
import { playerSession } from "./use-cases/player-session/player-session.ts";
import { recordLook } from "./use-cases/record-look/record-look.ts";
import { registerConsumer } from "./use-cases/register/registration.ts";
import { releaseFromOwner } from "./use-cases/release-pin/release-pin.ts";
import { resetAdminPasswordHandlers } from "./use-cases/reset-admin-password/reset-admin-password.ts";
import { consumerForgotPassword } from "./use-cases/reset-password/request-code.ts";
import { resetConsumerPassword } from "./use-cases/reset-password/set-password.ts";
import { verifyResetCode } from "./use-cases/reset-password/verify-code.ts";
import { adminSignInHandlers, consumerSignInHandlers } from "./use-cases/sign-in/sign-in.ts";

/** Every handler of the service by its route's name. */
export const allHandlers = (parts: Parts) => ({
  // The consumer's account
  registerConsumer: registerConsumer(parts),
  activateConsumer: activateConsumer(parts),
  registrationStatus: registrationStatus(parts),
  resendOwnActivationLink: resendOwnActivationLink(parts),
  ...consumerSignInHandlers(parts),
  consumerForgotPassword: consumerForgotPassword(parts),
  verifyResetCode: verifyResetCode(parts),
  resetConsumerPassword: resetConsumerPassword(parts),
  updateOwnMarketing: updateOwnMarketing(parts),
  deleteConsumer: deleteConsumer(parts),

  // Ornaments and devices
  activatePins: enterPins(parts),
  ...ownOrnamentHandlers(parts),
  bindDevice: bindOwnDevice(parts),
  removeOwnDevices: removeOwnDevices(parts),
  playerSession: playerSession(parts),

  // The back office
  ...adminSignInHandlers(parts),
  ...resetAdminPasswordHandlers(parts),
  adminUpdateSelf: adminUpdateSelf(parts),
  ...manageAdminHandlers(parts),
  ...managePinHandlers(parts),
  ...bulkChangeHandlers(parts),
  ...manageConsumerHandlers(parts),
  updateConsumerEmail: updateConsumerEmail(parts),
  releasePin: releaseFromOwner(parts),
  updateSetting: updateSetting(parts),
  recordLook: recordLook(parts),
  ...importHandlers(parts),
});
