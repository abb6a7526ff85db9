import { retentionText } from "@ornament/contracts/domain/admin-retention";
import type { Brand } from "@ornament/contracts/domain/brand";
import { type ConsumerCookie, knownBrowserDays } from "@ornament/contracts/domain/cookies";
import { effectiveDate, type LegalSection, type LegalText } from "./legal-text.ts";

/**
 * The privacy policy. It must match what the product stores: see docs/legal.md.
 * @param adminRetentionDays the days for which a deleted admin stays known
 */
export const privacyPolicy = (brand: Brand, adminRetentionDays: number): LegalText => ({
  title: "Privacy policy",
  effective: effectiveDate,
  intro: [
    `This policy says which personal information ${brand.name} (“we”, “us”) collects when you use our website, register an ornament or watch its videos, what we do with it, and what you can decide. It is part of our terms of use.`,
  ],
  sections: [...collectedSections, ...sharedSections(adminRetentionDays), ...choiceSections(brand)],
});

/** The purpose and lifetime of each cookie, in words for parents. */
const cookies: Readonly<Record<ConsumerCookie, string>> = {
  userRefresh: "keeps you signed in. It ends when you sign out, or after 30 days without a visit.",
  userBrowser: `recognizes this browser for ${knownBrowserDays.consumer} days after your last visit, so that it counts as one of your ornament’s devices however often you sign in, also in the next season, and so that your next sign-in is served first. It holds a random number and coded marks of the accounts that signed in here; we cannot read an email address from them.`,
  registration:
    "recognizes, for 24 hours, the browser in which an account was created, so that the link in our email signs you in there.",
  resetProof:
    "proves, for 10 minutes, that the code from our email was entered here while you choose a new password.",
};

const collectedSections: readonly LegalSection[] = [
  {
    heading: "Children",
    blocks: [
      "Only parents, guardians and other adults aged 18 or over may create an account. Children may not. We do not knowingly collect personal information from children, and no account, email address or birth date of a child is needed to watch. At the age check we ask for the parent’s month and year of birth; it is compared in your browser and never sent. The browser tab keeps it until you have registered or close the tab.",
      "An ornament’s name is optional. If you choose a child’s first name, use the first name or a nickname only. If you believe that a child gave us personal information, write to us and we will delete it.",
    ],
  },
  {
    heading: "What we collect",
    blocks: [
      {
        list: [
          "Account: your email address, your password in a form that cannot be read back (a hash), whether your email is confirmed, when you registered, and whether you want to hear from us.",
          "Ornaments: the PINs that you register, their names, and when.",
          "Devices: the kind of browser and device (its user agent), a name that you or we give it, and when it was last used.",
          "Use: actions such as signing in, adding an ornament or removing a device, with their time; and, for security, the network address (IP) that they came from.",
          "Support: what you tell us when you write or call.",
        ],
      },
      "We do not collect payment information on this website; the ornament is sold in stores.",
    ],
  },
  {
    heading: "Cookies and storage in your browser",
    blocks: [
      "We use four cookies. All of them are necessary, none is for advertising, and neither scripts nor other websites can read them:",
      { list: Object.entries(cookies).map(([name, purpose]) => `${name} ${purpose}`) },
      "In your browser’s own storage we also keep:",
      {
        list: [
          "until you sign out: the token that shows that you are signed in;",
          "until you clear it: the tokens that name this device to the video player, one for each account that watched here, and whether the age check was passed;",
          "until you close the tab: the ornament you chose last, what you typed into a form so that a reload does not lose it (never a password), the screen you were on your way to, the email address that waits to be confirmed, when you last asked us for an email, and how new the data is that you saw.",
        ],
      },
      "To see whether your browser allows cookies, a page sets a test cookie and removes it immediately. In private or incognito windows the browser forgets all of it when the window closes. Our own staff’s pages use two more cookies, adminRefresh and adminBrowser, which do for them what the first two do for you.",
      "To tell people from robots at sign-in and registration, a check by a provider may look at how the page is used. Browsers’ “Do Not Track” signals change nothing, because we do not track you over other websites.",
    ],
  },
  {
    heading: "What we use it for",
    blocks: [
      {
        list: [
          "to run your account, your ornaments and the devices they can be used on;",
          "to send what you need: the link that confirms your email, codes to reset a password, notices about your account’s safety;",
          "to answer you when you ask for help;",
          "to protect the Service and its users against misuse, guessing of PINs and fraud;",
          "to send news and offers, only if you said yes;",
          "to keep to the law and settle disputes.",
        ],
      },
    ],
  },
];

const sharedSections = (adminRetentionDays: number): readonly LegalSection[] => [
  {
    heading: "Who receives it",
    blocks: [
      "We do not sell personal information, and we do not share it for advertising across websites. It goes only to:",
      {
        list: [
          "companies that work for us, such as hosting, email and video delivery, bound by contract to use it for that alone;",
          "our own customer care and administrators, each within their role; we record what they change, and when they open your profile, copy its information for you or export lists that you are in;",
          "authorities and courts, where the law requires it, or to protect rights and safety;",
          "a successor, if the business is transferred, bound by this policy.",
        ],
      },
      "The video player receives the device’s token and asks us whether it is still valid. It does not receive your email address.",
    ],
  },
  {
    heading: "How long we keep it",
    blocks: [
      "We keep an account’s information as long as the account exists. When it is deleted, the key that your personal fields are encrypted with is destroyed; what stays in our records can no longer be read or connected with you. If we deleted the account because you asked us to, our records also keep which staff member did it, when, and a reason that does not name you. Backups made before the deletion keep the key until the backups are deleted. Mails to you, links and codes expire within 24 hours. We keep what the law obliges us to keep for as long as it says.",
      "Notes that our staff write about a PIN or about a deletion, and the names, batches and rejected rows of files with PINs, are not encrypted and stay forever, readable by all of our staff. Our staff are told to write no names or addresses of people there.",
      `What our own staff change is recorded with the staff member’s email address. When a staff account is deleted, these personal fields stay for ${retentionText(adminRetentionDays)}, so that we can still say who changed what, and are then erased in the same way.`,
    ],
  },
  {
    heading: "How we protect it",
    blocks: [
      "Connections are encrypted. Personal fields are encrypted under a key of your own, passwords are hashed, and access is limited by role. We record when our staff open your profile, when they make a copy of its information and why, when they export or print a list, and when they look at our lists as they stood at an earlier time; when they read a page of a current list, look at a single PIN or search, we do not. No system is perfectly safe; if a breach concerns you, we tell you as the law requires.",
    ],
  },
];

const choiceSections = ({ supportEmail, supportPhone, supportHours }: Brand): readonly LegalSection[] => [
  {
    heading: "What you can decide",
    blocks: [
      {
        list: [
          "See and correct: sign in to see your ornaments and devices and rename them; ask us for a copy of all information that we hold about your account, or to change your email address.",
          "Remove: remove devices and delete your account yourself, or ask us to delete your account.",
          "Marketing: unsubscribe with the link in every marketing email, or tell us. We still send you emails about your account’s safety.",
        ],
      },
    ],
  },
  {
    heading: "Rights under state laws",
    blocks: [
      "Depending on the state you live in, such as California, Colorado, Connecticut, Utah or Virginia, you may ask which information we hold about you, receive a copy, have it corrected or deleted, and appeal if we refuse. We do not treat you worse for it. We check that it is you by your account’s email address; an authorized agent may ask for you with your written permission. We answer within 45 days.",
      "In the words of California law, over the last 12 months we collected identifiers, internet activity and the contents of support requests, for the purposes above; we sold and shared none of it. California Civil Code § 1798.83 lets residents ask about disclosure to others for their direct marketing: there is none.",
    ],
  },
  {
    heading: "Where it is kept",
    blocks: [
      "The Service is meant for people in the United States, and information is kept there. If you use it from elsewhere, your information comes to the United States.",
    ],
  },
  {
    heading: "Changes to this policy",
    blocks: [
      "When we change this policy, we show the new date above. When a change matters, we tell you on the website or by email before it takes effect.",
    ],
  },
  {
    heading: "Contact",
    blocks: [`Questions and requests: ${supportEmail}, ${supportPhone} (${supportHours}).`],
  },
];
