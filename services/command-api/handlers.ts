import { ownAccount, updateOwnMarketing } from "./account/own-account.ts";
import { adminUpdateSelf, manageAdminHandlers } from "./admins/manage-admins.ts";
import { resetAdminPasswordHandlers } from "./admins/reset-admin-password.ts";
import { bulkChangeHandlers } from "./bulk-changes/change-in-bulk.ts";
import type { Parts } from "./compose-parts.ts";
import { updateConsumerEmail } from "./consumers/change-email.ts";
import { manageConsumerHandlers } from "./consumers/manage-consumers.ts";
import { playerSession } from "./devices/player-session.ts";
import { bindOwnDevice, manageDeviceHandlers, removeOwnDevices } from "./devices/routes.ts";
import { deleteConsumer, eraseConsumer } from "./erasures/delete-account.ts";
import { importHandlers } from "./imports/import-pins.ts";
import { recordLook } from "./looks/record-look.ts";
import { releaseFromOwner, renameOrnamentHandlers, selectPin } from "./ornaments/routes.ts";
import { consumerForgotPassword, resetConsumerPassword, verifyResetCode } from "./passwords/routes.ts";
import { enterPins } from "./pin-entry/enter-pins.ts";
import { managePinHandlers } from "./pins/manage-pins.ts";
import {
  activateConsumer,
  registerConsumer,
  registrationStatus,
  resendOwnActivationLink,
} from "./registration/routes.ts";
import { updateSetting } from "./settings/change-setting.ts";
import { adminSignInHandlers, consumerSignInHandlers } from "./sign-in/sign-in.ts";

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
  ownAccount: ownAccount(parts),
  updateOwnMarketing: updateOwnMarketing(parts),
  deleteConsumer: deleteConsumer(parts),
  eraseConsumer: eraseConsumer(parts),

  // Ornaments and devices
  activatePins: enterPins(parts),
  selectPin: selectPin(parts),
  ...renameOrnamentHandlers(parts),
  ...manageDeviceHandlers(parts),
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
