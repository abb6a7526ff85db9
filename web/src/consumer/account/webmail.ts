interface Webmail {
  name: string;
  url: string;
}

const gmail: Webmail = { name: "Gmail", url: "https://mail.google.com/mail/" };
const outlook: Webmail = { name: "Outlook", url: "https://outlook.live.com/mail/" };
const yahoo: Webmail = { name: "Yahoo Mail", url: "https://mail.yahoo.com/" };
const icloud: Webmail = { name: "iCloud Mail", url: "https://www.icloud.com/mail/" };
const aol: Webmail = { name: "AOL Mail", url: "https://mail.aol.com/" };
const proton: Webmail = { name: "Proton Mail", url: "https://mail.proton.me/" };
const xfinity: Webmail = { name: "Xfinity email", url: "https://connect.xfinity.com/" };

const webmails: ReadonlyMap<string, Webmail> = new Map([
  ["gmail.com", gmail],
  ["googlemail.com", gmail],
  ["outlook.com", outlook],
  ["hotmail.com", outlook],
  ["live.com", outlook],
  ["msn.com", outlook],
  ["yahoo.com", yahoo],
  ["ymail.com", yahoo],
  ["rocketmail.com", yahoo],
  ["icloud.com", icloud],
  ["me.com", icloud],
  ["mac.com", icloud],
  ["aol.com", aol],
  ["verizon.net", aol],
  ["proton.me", proton],
  ["protonmail.com", proton],
  ["pm.me", proton],
  ["comcast.net", xfinity],
]);

/** The website on which the address's provider shows its mails; `undefined` for a provider that isn't known. */
export const webmailOf = (email: string): Webmail | undefined =>
  webmails.get(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
