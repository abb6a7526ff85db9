/** Business constants and limits. Lengths are in characters unless the name says otherwise. */
export const limits = {
  /** The devices that a PIN may have until the setting is changed. */
  defaultDeviceLimit: 5,
  /** The largest device limit that can be set. */
  largestDeviceLimit: 10_000,
  /** Longer ago is before last season, so that the place of the device is offered to another one. */
  unusedDeviceMilliseconds: 180 * 24 * 3_600_000,
  ornamentsPerAccount: 50,
  ornamentName: 20,
  deviceName: 60,
  personName: 60,
  passwordMinLength: 8,
  /** bcrypt reads only this number of UTF-8 bytes. A longer password is refused and never cut. */
  passwordBytes: 72,
  comment: { min: 2, max: 120 },
  searchTerm: 100,
  email: 254,
  userAgent: 512,
  url: 2000,
  fileName: 200,
  batchName: 100,
  adultAge: 18,
  firstBirthYear: 1900,
  pageSizes: [10, 25, 50, 100],
  defaultPageSize: 10,
  /** The highest page number of a request. */
  pageNumber: 10_000_000,
  searchDebounceMilliseconds: 500,
  bannerMilliseconds: 5000,
  activationLinkMilliseconds: 24 * 3_600_000,
  adminResetLinkMilliseconds: 24 * 3_600_000,
  /** The digits of the code that a parent types to set a new password. */
  resetCodeDigits: 6,
  resetCodeMilliseconds: 10 * 60_000,
  resetCodeAttempts: 5,
  /** As long as mails count towards their limit: while no mail may be sent, the link of a sent one works. */
  resetLinkMilliseconds: 3_600_000,
  mailsPerHour: 3,
  /** The PINs of one bulk change. Their list is one append, of which an event store takes 1 MB. */
  bulkChangePins: 100_000,
  /** The bulk changes of all admins that run at the same time. Each admin has one. */
  bulkChangesAtOnce: 3,
  /** The rows that can be chosen one by one. Their ids are in the address of a request. */
  chosenPins: 500,
  importBytes: 64 * 1024 * 1024,
} as const;
