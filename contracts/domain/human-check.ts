/** What a human check's token is asked for and checked against, by route. Letters and underscores, as reCAPTCHA wants it. */
export const humanCheckActions = {
  adminLogin: "admin_login",
  consumerLogin: "login",
  registerConsumer: "registration",
  resendOwnActivationLink: "resend_activation_link",
  consumerForgotPassword: "forgot_password",
} as const;
