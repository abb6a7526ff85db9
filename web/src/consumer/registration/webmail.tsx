/** The websites on which the large providers show their mails. */
const webmails = [
  { name: "Gmail", url: "https://mail.google.com/mail/", domains: ["gmail.com", "googlemail.com"] },
  {
    name: "Outlook",
    url: "https://outlook.live.com/mail/",
    domains: ["outlook.com", "hotmail.com", "live.com", "msn.com"],
  },
  {
    name: "Yahoo Mail",
    url: "https://mail.yahoo.com/",
    domains: ["yahoo.com", "ymail.com", "rocketmail.com"],
  },
  { name: "iCloud Mail", url: "https://www.icloud.com/mail/", domains: ["icloud.com", "me.com", "mac.com"] },
  { name: "AOL Mail", url: "https://mail.aol.com/", domains: ["aol.com", "verizon.net"] },
  { name: "Proton Mail", url: "https://mail.proton.me/", domains: ["proton.me", "protonmail.com", "pm.me"] },
  { name: "Xfinity email", url: "https://connect.xfinity.com/", domains: ["comcast.net"] },
];

/**
 * A link to the mails of the address, in a new tab, so that this screen stays and moves on. Nothing is shown for a
 * provider whose website isn't known.
 */
export function OpenWebmail({ email }: { email: string }) {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const webmail = webmails.find(({ domains }) => domains.includes(domain));
  if (!webmail) return null;
  return (
    <a href={webmail.url} target="_blank" rel="noopener noreferrer" className="btn btn-action w-100">
      <span>{`Open ${webmail.name}`}</span>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
