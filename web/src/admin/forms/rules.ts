import { emailProblem, requiredMessage } from "@ornament/contracts/domain/email";
import { passwordMismatchMessage, passwordProblem } from "@ornament/contracts/domain/password";

interface PasswordPair {
  password: string;
  confirmation: string;
}

type PairProblems = { password?: string; confirmation?: string };

const messageFor = <K extends string>(key: K, message: string | undefined) =>
  (message === undefined ? {} : { [key]: message }) as Partial<Record<K, string>>;

/** The message for an account's email. */
export const emailCheck = (email: string) => messageFor("email", emailProblem(email));

/** The messages for a new password that is required: on creation and reset. */
export const newPasswordCheck = ({ password, confirmation }: PasswordPair): PairProblems => ({
  ...messageFor("password", passwordProblem(password)),
  ...messageFor("confirmation", confirmation === "" ? requiredMessage : mismatch({ password, confirmation })),
});

/** On the edit page a password is checked, and sent, only if both fields are filled in. */
export const editedPasswordCheck = (pair: PasswordPair): PairProblems =>
  bothFilled(pair) ? newPasswordCheck(pair) : {};

export const bothFilled = ({ password, confirmation }: PasswordPair) =>
  password !== "" && confirmation !== "";

export const onlyOneFilled = ({ password, confirmation }: PasswordPair) =>
  (password === "") !== (confirmation === "");

const shortPasswordMessage = "Must be more than 8 characters";

/** On the own profile the password may be empty. A short one has a message of its own; else the whole rule applies. */
export const ownPasswordCheck = (pair: PasswordPair): PairProblems => {
  const { password } = pair;
  if (password === "" && pair.confirmation === "") return {};
  const short = password !== "" && [...password].length < 8;
  return {
    ...messageFor(
      "password",
      short ? shortPasswordMessage : password ? passwordProblem(password) : undefined,
    ),
    ...messageFor("confirmation", mismatch(pair)),
  };
};

const mismatch = ({ password, confirmation }: PasswordPair) =>
  password === confirmation ? undefined : passwordMismatchMessage;
