export const themes = { consumer: "Consumer site", admin: "Back office" } as const;
export type Theme = keyof typeof themes;

/** The theme in the page's URL: `/controls/?theme=admin`. */
export const themeOf = (search: string): Theme =>
  new URLSearchParams(search).get("theme") === "admin" ? "admin" : "consumer";
