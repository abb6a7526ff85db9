const blankFieldsMessage = "Fields must not be left blank";

/** One message for blank fields, on the first that is. */
export function loginCheck({ email, password }: { email: string; password: string }) {
  if (email.trim() === "") return { email: blankFieldsMessage };
  return password === "" ? { password: blankFieldsMessage } : {};
}
