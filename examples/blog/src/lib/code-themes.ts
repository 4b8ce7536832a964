/** The usual GitHub themes are too pale on the paper color (WCAG 2.2, 1.4.3). */
export const CODE_THEMES = {
  light: "github-light-high-contrast",
  dark: "github-dark-high-contrast",
} as const;
