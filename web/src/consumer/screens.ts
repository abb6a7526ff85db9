import { chunk } from "../app/loading/chunk.ts";

/** The code of the screens. The build makes one file of each flow. */
export const screens = {
  verifyAge: chunk(async () => (await import("./registration/verify-age-page.tsx")).VerifyAgePage),
  registration: chunk(async () => (await import("./registration/registration-page.tsx")).RegistrationPage),
  checkEmail: chunk(async () => (await import("./registration/check-email-page.tsx")).CheckEmailPage),
  login: chunk(async () => (await import("./account/login-page.tsx")).LoginPage),
  forgotPassword: chunk(
    async () => (await import("./passwords/forgot-password-page.tsx")).ForgotPasswordPage,
  ),
  verifyCode: chunk(async () => (await import("./passwords/verify-code-page.tsx")).VerifyCodePage),
  resetPassword: chunk(async () => (await import("./passwords/reset-password-page.tsx")).ResetPasswordPage),
  activatePin: chunk(async () => (await import("./pin-entry/pin-pages.tsx")).ActivatePinPage),
  accountCreated: chunk(async () => (await import("./added/account-created-page.tsx")).AccountCreatedPage),
  pinAuthorization: chunk(
    async () => (await import("./watching/pin-authorization-page.tsx")).PinAuthorizationPage,
  ),
  addPin: chunk(async () => (await import("./pin-entry/pin-pages.tsx")).AddPinPage),
  addedPin: chunk(async () => (await import("./added/added-pin-page.tsx")).AddedPinPage),
  maximumDevices: chunk(async () => (await import("./devices/maximum-devices-page.tsx")).MaximumDevicesPage),
  forgetDevice: chunk(async () => (await import("./devices/forget-device-page.tsx")).ForgetDevicePage),
  deviceForgotten: chunk(
    async () => (await import("./devices/device-forgotten-page.tsx")).DeviceForgottenPage,
  ),
  landing: chunk(async () => (await import("./landing/landing-page.tsx")).LandingPage),
  resetPasswordMessage: chunk(
    async () => (await import("./passwords/reset-password-page.tsx")).ResetPasswordMessagePage,
  ),
  expiredLink: chunk(async () => (await import("./registration/expired-link-page.tsx")).ExpiredLinkPage),
  verifyMessage: chunk(
    async () => (await import("./confirmation/verify-message-page.tsx")).VerifyMessagePage,
  ),
  notFound: chunk(async () => (await import("./layout/not-found-page.tsx")).NotFoundPage),
  unknownPath: chunk(async () => (await import("./layout/not-found-page.tsx")).UnknownPath),
};
