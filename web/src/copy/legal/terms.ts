import { effectiveDate, type LegalSection, type LegalWriter } from "./legal-text.ts";
import { disputeSections } from "./terms-disputes.ts";

/**
 * The terms of use. `legal.test.ts` checks the facts that are fixed. See docs/legal.md for what counsel
 * should review.
 */
export const termsOfUse: LegalWriter = (brand) => ({
  title: "Terms of use",
  effective: effectiveDate,
  intro: [
    `These terms are an agreement between you and ${brand.name} (“we”, “us”). They cover our website, the accounts on it, the registration of ornaments and devices, and the video messages (together, the “Service”). By creating an account or using the Service you accept them. If you do not accept them, please do not use the Service.`,
    "PLEASE READ THE SECTIONS ON ARBITRATION CAREFULLY. They say how disputes between us are settled, and that they are settled one by one, without a jury and without class actions, unless you opt out within 30 days.",
  ],
  sections: [
    ...useSections(brand.name),
    ...contentSections(brand.name, brand.supportEmail, brand.supportPhone),
    ...riskSections(brand.name),
    ...disputeSections(brand),
    ...closingSections(brand.supportEmail, brand.supportPhone, brand.supportHours),
  ],
});

const useSections = (name: string): readonly LegalSection[] => [
  {
    heading: "Who may use the Service",
    blocks: [
      "You may create an account only if you are at least 18 years old, or the age of consent where you live if that is higher, and able to make a binding contract. Children may not create accounts. A parent or guardian who lets a child watch the videos is responsible for that use.",
      "The product is sold in the USA only, and the Service is meant for people there.",
    ],
  },
  {
    heading: "Your account",
    blocks: [
      "You need an email address, which you confirm by a link that we send you, and a password. Give us correct information and keep it up to date. Keep your password to yourself; you are responsible for what is done with your account. Tell us immediately if you believe that someone else uses it.",
      "You may close your account at any time. We may deactivate a PIN, remove a device or close an account that is used against these terms, or where the law requires it.",
    ],
  },
  {
    heading: "Ornaments, PINs and devices",
    blocks: [
      "Each ornament carries a unique PIN of seven letters and digits. A PIN can be registered to one account. It is not a means of payment, has no cash value, and may not be sold apart from its ornament, copied, guessed or published.",
      "Each PIN can be used on a limited number of devices, as shown in our questions and answers. You can remove a device to make room for another. We may change the number; devices that are already added stay. We may deactivate a PIN that was lost, stolen, copied or misused.",
    ],
  },
  {
    heading: "The videos",
    blocks: [
      "Videos start on December 1st and run through the holiday season. You see videos from the date of your registration onward; earlier ones are not shown later. Captions are in English only. The number and times of videos may change, and we may replace a video or leave one out.",
      "You receive a personal, non-exclusive, non-transferable right, which we may withdraw, to watch the videos with your household for as long as they are offered. No other right is given.",
    ],
  },
  {
    heading: "Acceptable use",
    blocks: [
      "You agree not to:",
      {
        list: [
          "use the Service for anything unlawful, or in a way that harms children or other people;",
          "record, download, publish, sell or show the videos in public;",
          "try PINs that are not yours, get around the number of devices, or use another person’s account;",
          "enter names or other text that is insulting, obscene, or infringes someone’s rights;",
          "use robots, scrapers or other automatic means on the Service, or put an unreasonable load on it;",
          "probe, disturb or get around its security, or bring harmful code into it;",
          `suggest that ${name} supports or belongs to you when it does not.`,
        ],
      },
    ],
  },
];

const contentSections = (name: string, email: string, phone: string): readonly LegalSection[] => [
  {
    heading: "Our rights",
    blocks: [
      `The Service, the videos, their characters, the texts, pictures, marks and software belong to ${name} or its licensors and are protected by copyright, trademark and other laws. If you send us ideas or comments, we may use them freely and owe you nothing for them.`,
    ],
  },
  {
    heading: "Copyright notices",
    blocks: [
      `If you believe that something on the Service infringes your copyright, write to our Copyright Agent at ${email} (subject “Copyright notice”) or call ${phone}. Under 17 U.S.C. § 512(c)(3) your notice must contain:`,
      {
        list: [
          "your physical or electronic signature, or that of a person authorized to act for the owner;",
          "the work that you say is infringed;",
          "the material that you say infringes it, and where we find it;",
          "your address, telephone number and email address;",
          "a statement that you believe in good faith that the use is not authorized by the owner, its agent or the law;",
          "a statement, under penalty of perjury, that your notice is accurate and that you are the owner or authorized to act for the owner.",
        ],
      },
      "If your material was removed by mistake, you may send a counter-notice to the same address. We close the accounts of people who infringe repeatedly.",
    ],
  },
  {
    heading: "Links and other services",
    blocks: [
      "The Service may lead to services of others, such as app stores, browsers or a video player. We do not control them and are not responsible for them; their own terms apply.",
    ],
  },
];

const riskSections = (name: string): readonly LegalSection[] => [
  {
    heading: "Disclaimers",
    blocks: [
      "THE SERVICE IS PROVIDED “AS IS” AND “AS AVAILABLE”. AS FAR AS THE LAW ALLOWS, WE GIVE NO WARRANTIES OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE, TITLE AND NON-INFRINGEMENT. WE DO NOT PROMISE THAT THE SERVICE IS UNINTERRUPTED, WITHOUT ERRORS, OR FITS EVERY DEVICE.",
      "Some states do not allow these exclusions, so some of them may not apply to you. Any warranty that comes printed with the ornament itself is not changed by this section.",
    ],
  },
  {
    heading: "Limits of liability",
    blocks: [
      `AS FAR AS THE LAW ALLOWS, ${name.toUpperCase()} AND THE PEOPLE AND COMPANIES BEHIND IT ARE NOT LIABLE FOR INDIRECT, INCIDENTAL, SPECIAL, CONSEQUENTIAL OR PUNITIVE DAMAGES, NOR FOR LOST PROFITS, DATA OR GOODWILL, THAT ARISE FROM THE SERVICE OR THESE TERMS.`,
      "OUR TOTAL LIABILITY FOR ALL CLAIMS TOGETHER IS LIMITED TO ONE HUNDRED DOLLARS ($100).",
      "These limits apply whatever the legal ground, even if we knew that such damage was possible. They do not limit liability that the law does not let us limit.",
    ],
  },
  {
    heading: "Indemnity",
    blocks: [
      "As far as the law allows, you will compensate us for what others claim from us, including reasonable attorneys’ fees, because you used the Service against these terms or the law, or infringed someone’s rights with what you entered.",
    ],
  },
];

const closingSections = (email: string, phone: string, hours: string): readonly LegalSection[] => [
  {
    heading: "Changes",
    blocks: [
      "We may change the Service and these terms. When a change matters, we say so on the website or by email before it takes effect. If you go on using the Service after that, the new terms apply; otherwise, please stop using it and close your account. A change of the sections on disputes does not touch a dispute that we already knew of.",
    ],
  },
  {
    heading: "General",
    blocks: [
      "These terms and the privacy policy are the whole agreement between us about the Service. If a part of them cannot be enforced, the rest stays. If we do not use a right immediately, we do not give it up. You may not transfer your rights without our consent; we may transfer ours with the business. We are not liable for delays by causes that nobody can reasonably control.",
      "We send notices to the email address of your account or show them on the website.",
    ],
  },
  {
    heading: "Contact",
    blocks: [`Questions about these terms: ${email}, ${phone} (${hours}).`],
  },
];
