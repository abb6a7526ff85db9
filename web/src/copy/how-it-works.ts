export interface Step {
  title: string;
  text: string;
}

/** The steps from unpacking the ornament to the first video. */
export const howItWorks: readonly Step[] = [
  {
    title: "Hang the ornament",
    text: "Unpack it together and find a good branch. Keep its PIN: seven letters and digits, like ABCD-123.",
  },
  {
    title: "Create your account",
    text: "A parent or guardian signs up with an email address and confirms it with one tap.",
  },
  {
    title: "Enter the PIN",
    text: "Type the PIN once and name the ornament. This phone or tablet is then ready. To use another one too, sign in there.",
  },
  {
    title: "Watch from December 1st",
    text: "New video messages from Santa arrive every day through the holiday season.",
  },
];
