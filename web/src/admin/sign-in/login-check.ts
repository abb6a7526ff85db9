const blankFieldsMessage = "Fields must not be left blank";

/** The message for blank fields, at the first blank field. */
export function loginCheck({ email, password }: { email: string; password: string }) {
  if (email.trim() === "") return { email: blankFieldsMessage };
  return password === "" ? { password: blankFieldsMessage } : {};
}
