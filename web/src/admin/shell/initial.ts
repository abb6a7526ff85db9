/** The letter in the avatar: the first of the first name, or of the email. */
export function initialOf({ first_name, email }: { first_name: string; email: string }): string {
  const [letter = "?"] = first_name.trim() || email;
  return letter.toUpperCase();
}
