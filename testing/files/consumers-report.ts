/** The columns of the Consumers report if no PIN has more than two devices. */
export const columnsOfTwoDevices = [
  "Email address",
  "Ornament PIN code",
  "Ornament name",
  "Ornament devices quantity",
  "Marketing subscription status",
  "PIN Status",
  "Account creation date",
  "Email confirmation status",
  "Device 1",
  "Device 1 last login",
  "Device 2",
  "Device 2 last login",
];
