export interface FaqFacts {
  deviceLimit: number;
  supportHours: string;
}

export interface FaqEntry {
  question: string;
  answer: readonly string[];
}

const devices = (count: number) => (count === 1 ? "1 device" : `${count} devices`);

/** The frequently asked questions, with the present device limit. */
export const faqEntries = ({ deviceLimit, supportHours }: FaqFacts): readonly FaqEntry[] => [
  {
    question: "When do the videos start?",
    answer: ["Videos start on December 1st and run through the holiday season."],
  },
  {
    question: "How many videos are there?",
    answer: [
      "There are 2-3 videos a day from December 1 to 23, several on December 24, and one each on December 25 and 26.",
    ],
  },
  {
    question: "I registered after December 1st. Can we see the earlier videos?",
    answer: [
      "You see the videos from the day you registered onward. Earlier ones are not shown later, so register early.",
    ],
  },
  {
    question: "How many phones and tablets can we use?",
    answer: [
      `Each ornament can be used on up to ${devices(deviceLimit)}.`,
      "If you get a new phone or tablet, sign in on it and choose your ornament. If there is no room for another device, forget one that you no longer use.",
    ],
  },
  {
    question: "Where is the PIN?",
    answer: [
      "On your ornament: seven letters and digits, shown as XXXX-XXX. You can type capital or small letters, and the hyphen is added for you.",
    ],
  },
  {
    question: "My PIN is not accepted. What can I do?",
    answer: [
      "Some characters look alike: the letter O and the number 0, I and 1, S and 5, B and 8. Please compare them with your ornament once more.",
      "An ornament belongs to one account. If someone in your family has entered its PIN already, sign in with their email and password.",
      "If neither helps, email or call us, and have the PIN ready.",
    ],
  },
  {
    question: "Can both parents use the ornament?",
    answer: [
      "Yes. Sign in with the same email and password on each phone or tablet, and choose the ornament there.",
    ],
  },
  {
    question: "Can one account have more than one ornament?",
    answer: [
      "Yes. After you sign in, choose Add ornament and enter the next PIN. Give each ornament a name, so that you can tell them apart.",
    ],
  },
  {
    question: "Who can create an account?",
    answer: [
      "A parent, guardian or other adult aged 18 or over. Children may not create accounts; please ask your parent to create the account.",
    ],
  },
  {
    question: "I didn’t get the email. What can I do?",
    answer: [
      "Please check your spam folder first. Then sign in with your email and password, and choose Send the link again. It is easiest to open it on the same phone or tablet. It is valid for 24 hours.",
    ],
  },
  {
    question: "I forgot my password. What can I do?",
    answer: [
      "Choose Forgot password? on the sign-in screen. We email you a code that lets you choose a new password.",
    ],
  },
  {
    question: "Why doesn’t the website remember us?",
    answer: [
      "Private and incognito windows forget your ornament when you close them, so each visit counts as another device. Please use a normal window, and allow cookies for this website: without them you can’t sign in.",
    ],
  },
  {
    question: "Are there captions?",
    answer: ["Yes. Captions are English only."],
  },
  {
    question: "Where is the ornament sold?",
    answer: ["The ornament is sold in the USA only."],
  },
  {
    question: "When can I reach customer care?",
    answer: [
      "Customer care is open on weekdays in November and 7 days a week in December.",
      `Support hours: ${supportHours}.`,
    ],
  },
];
