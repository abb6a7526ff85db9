import type { Brand } from "@ornament/contracts/domain/brand";
import type { LegalSection } from "./legal-text.ts";

/** The settlement of disputes. The periods, amounts and counts are fixed: `legal.test.ts` checks them. */
export const disputeSections = ({ name, supportEmail }: Brand): readonly LegalSection[] => [
  {
    heading: "Disputes: first, a conversation",
    blocks: [
      `Most concerns are settled by writing to ${supportEmail}. If that does not help, you or we may send the other a written Notice of Dispute. It names the person, the account’s email address, what happened, and what would settle it.`,
      "Within 60 days after the notice was received, you and we meet for an informal conference by telephone or video and try in good faith to settle the dispute. Each of us takes part in person; a lawyer may join. One conference is for one person, unless all agree otherwise. The conference is a condition for beginning arbitration, and periods of limitation do not run from the notice until it has taken place.",
    ],
  },
  {
    heading: "Agreement to arbitrate",
    blocks: [
      `If the conference does not settle it, any dispute between you and ${name} that arises from the Service, the ornament or these terms is settled by final and binding arbitration, one by one, instead of in court. It is administered by the American Arbitration Association under its Consumer Arbitration Rules, as changed by these terms. The Federal Arbitration Act governs this agreement to arbitrate.`,
      "There is no judge or jury in arbitration, and review by a court is limited. The arbitrator can award one person what a court could, and must follow these terms as a court would.",
      {
        list: [
          "Small claims: either of us may bring a claim in small claims court instead, if it belongs there and stays there.",
          "Courts: either of us may ask a court to stop infringement or misuse of intellectual property, and a court decides whether this agreement to arbitrate is valid and whether its conditions were met.",
        ],
      },
    ],
  },
  {
    heading: "How the arbitration goes",
    blocks: [
      "The demand says what the claim is and certifies that the informal conference has taken place. One arbitrator decides. For claims up to $2,500 the hearing is by telephone, unless the arbitrator finds good reason to hear the parties in person or both agree that the papers suffice. For larger claims the rules of the association say whether and where there is a hearing, in the county where you live or another place that we agree on.",
      "The rules of the association say who pays which fees. If the arbitrator finds a claim frivolous or brought for an improper purpose, fees may be awarded as the rules and the law allow.",
    ],
  },
  {
    heading: "No class actions, no jury",
    blocks: [
      "YOU AND WE BRING CLAIMS ONLY FOR OURSELVES, NOT AS A PLAINTIFF OR MEMBER OF A CLASS, COLLECTIVE OR REPRESENTATIVE ACTION. YOU AND WE GIVE UP THE RIGHT TO A JURY TRIAL. The arbitrator may not join the claims of several people, except as the next section says. If this waiver cannot be enforced for a claim or a remedy, that claim or remedy alone goes to court after everything else was arbitrated.",
    ],
  },
  {
    heading: "Many similar claims",
    blocks: [
      "When 25 or more similar demands are raised against us within 180 days by the same or coordinated lawyers, they are a mass action. They are then administered in batches of up to 200 demands, with one arbitrator, one set of fees and one hearing for each batch; what is left over after full batches forms the last one. Batches follow one another, and periods of limitation do not run for those who wait. You agree to work with us and the association towards this, without giving up your own claim or being bound by another person’s outcome.",
    ],
  },
  {
    heading: "Your right to opt out",
    blocks: [
      `You may opt out of the agreement to arbitrate within 30 days after you first accepted these terms, by an email to ${supportEmail} with your name, your account’s email address and the sentence “I opt out of arbitration”. Opting out has no other effect on your account.`,
    ],
  },
  {
    heading: "Law and place",
    blocks: [
      "The law of the State of Kansas applies to these terms and the Service, without its rules on conflicts of law, and without taking from you the protection of consumer law that cannot be waived where you live. Claims that are not arbitrated belong to the state and federal courts in Kansas, and you and we accept their jurisdiction.",
      "As far as the law allows, a claim must be raised within one year after it arose.",
    ],
  },
];
