import type { BodyInputOf } from "@ornament/contracts/api/route";
import type { RouteName, routes } from "@ornament/contracts/api/routes";

type Bodies = { [N in RouteName]?: BodyInputOf<(typeof routes)[N]> };

/** A valid body of each JSON command, by route name. Tests make one field at a time invalid. */
export const validBodies = (ids: { adminId: number; consumerId: number; consumerEmail: string }): Bodies => ({
  adminLogin: { email: "nobody@example.com", password: "Nobody-2026", verifyCaptcha: "t" },
  adminForgotPassword: { email: "nobody@example.com" },
  adminResetPassword: { password: "Another-2026" },
  adminUpdateSelf: { id: ids.adminId, password: "Another-2026", firstName: "Ann", lastName: "Admin" },
  createAdmin: {
    email: "new@ornament.test",
    password: "Another-2026",
    firstName: "New",
    lastName: "Admin",
    role: "MEMBER",
  },
  updateAdmin: {
    id: ids.adminId,
    email: "boss@ornament.test",
    password: "Another-2026",
    firstName: "New",
    lastName: "Admin",
    role: "ADMIN",
  },
  recordLook: { type: "export", table: "pins", format: "print", consumerId: null, narrowed: false },
  consumerDataCopy: { format: "json", reason: "Request by mail", confirmation: ids.consumerEmail },
  updatePinStatus: { id: 1, status: false, comment: "A comment" },
  updatePinName: { id: 1, name: "Tree" },
  updateSetting: { name: "numberDevices", value: 5 },
  resendActivationLink: { email: "nobody@example.com" },
  updateConsumerEmail: { id: ids.consumerId, email: "other@example.com" },
  updateConsumerMarketing: { id: ids.consumerId, marketingEmail: true },
  eraseConsumer: { reason: "Requested in writing", confirmation: ids.consumerEmail },
  updateDeviceName: { id: 1, name: "Phone" },
  registerConsumer: {
    email: "new@example.com",
    password: "Parent-2026",
    marketEmail: true,
    verifyCaptcha: "t",
  },
  activateConsumer: { token: "x" },
  registrationStatus: { email: "nobody@example.com" },
  resendOwnActivationLink: { email: "nobody@example.com", verifyCaptcha: "t" },
  consumerLogin: { email: "nobody@example.com", password: "Nobody-2026", verifyCaptcha: "t" },
  consumerForgotPassword: { email: "nobody@example.com", verifyCaptcha: "t" },
  verifyResetCode: { code: "123456", email: "nobody@example.com" },
  resetConsumerPassword: { password: "Another-2026" },
  updateOwnMarketing: { marketingEmail: true },
  activatePins: {
    userId: ids.consumerId,
    email: ids.consumerEmail,
    marketingEmail: true,
    pin: [{ pin: "AAAA-AAA", name: "Tree" }],
    device: "Browser",
    deviceToken: "x",
  },
  selectPin: { pinId: 1 },
  renameOwnPin: { id: 1, name: "Tree" },
  bindDevice: { pinId: 1, device: "Browser", isCurrentDevice: true, deviceToken: "x" },
  removeOwnDevices: { devices: [1] },
});
