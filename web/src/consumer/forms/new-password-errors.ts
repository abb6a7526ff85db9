import { requiredMessage } from "@ornament/contracts/domain/email";
import { passwordMismatchMessage, passwordProblem } from "@ornament/contracts/domain/password";

/** The messages for a new password and its confirmation; `undefined` at a field that is right. */
export const newPasswordErrors = (values: { password: string; confirmation: string }) => ({
  password: passwordProblem(values.password),
  confirmation: confirmationProblem(values),
});

function confirmationProblem({ password, confirmation }: { password: string; confirmation: string }) {
  if (confirmation === "") return requiredMessage;
  return confirmation === password ? undefined : passwordMismatchMessage;
}
