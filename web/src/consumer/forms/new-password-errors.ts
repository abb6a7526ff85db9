import { passwordMismatchMessage, passwordProblem } from "@ornament/contracts/domain/password";

/** The messages for a new password and its confirmation; `undefined` at a field that is right. */
export const newPasswordErrors = (values: { password: string; confirmation: string }) => ({
  password: passwordProblem(values.password),
  confirmation: values.confirmation === values.password ? undefined : passwordMismatchMessage,
});
