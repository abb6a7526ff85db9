/** The reCAPTCHA action of each route that has a human check: only letters and underscores are allowed. */
export const humanCheckActions = {
  adminLogin: "admin_login",
  consumerLogin: "login",
  registerConsumer: "registration",
  resendOwnActivationLink: "resend_activation_link",
  consumerForgotPassword: "forgot_password",
} as const;
