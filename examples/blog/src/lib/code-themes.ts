/** The usual GitHub themes have too little contrast on the paper color (WCAG 2.2, 1.4.3). */
export const CODE_THEMES = {
  light: "github-light-high-contrast",
  dark: "github-dark-high-contrast",
} as const;
