/**
 * The reCAPTCHA action of each route that has a human check. The token must name the same action. reCAPTCHA
 * allows only letters and underscores.
 */
export const humanCheckActions = {
  adminLogin: "admin_login",
  consumerLogin: "login",
  registerConsumer: "registration",
  resendOwnActivationLink: "resend_activation_link",
  consumerForgotPassword: "forgot_password",
} as const;
