import { emailProblem, requiredMessage } from "@ornament/contracts/domain/email";
import { passwordMismatchMessage, passwordProblem } from "@ornament/contracts/domain/password";

interface PasswordPair {
  password: string;
  confirmation: string;
}

type PairProblems = { password?: string; confirmation?: string };

const told = <K extends string>(key: K, message: string | undefined) =>
  (message === undefined ? {} : { [key]: message }) as Partial<Record<K, string>>;

/** Messages for an account's address. */
export const emailCheck = (email: string) => told("email", emailProblem(email));

/** A new password that must be given: on creation and reset. */
export const newPasswordCheck = ({ password, confirmation }: PasswordPair): PairProblems => ({
  ...told("password", passwordProblem(password)),
  ...told("confirmation", confirmation === "" ? requiredMessage : mismatch({ password, confirmation })),
});

/** On the edit page a password is checked, and sent, only where both entries are filled. */
export const editedPasswordCheck = (pair: PasswordPair): PairProblems =>
  bothFilled(pair) ? newPasswordCheck(pair) : {};

export const bothFilled = ({ password, confirmation }: PasswordPair) =>
  password !== "" && confirmation !== "";

export const onlyOneFilled = ({ password, confirmation }: PasswordPair) =>
  (password === "") !== (confirmation === "");

const shortPasswordMessage = "Must be more than 8 characters";

/** One's own profile: empty is fine, a short one has words of its own, then the whole rule holds. */
export const ownPasswordCheck = (pair: PasswordPair): PairProblems => {
  const { password } = pair;
  if (password === "" && pair.confirmation === "") return {};
  const short = password !== "" && [...password].length < 8;
  return {
    ...told("password", short ? shortPasswordMessage : password ? passwordProblem(password) : undefined),
    ...told("confirmation", mismatch(pair)),
  };
};

const mismatch = ({ password, confirmation }: PasswordPair) =>
  password === confirmation ? undefined : passwordMismatchMessage;
