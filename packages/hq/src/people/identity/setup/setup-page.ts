import { escapeHtml, renderPage, renderProblem } from "../../../platform/http/plain-page.ts";

/** What the form shows again after a mistake; a password never is. */
export interface SetupForm {
  readonly email: string;
  readonly name: string;
  /** What to correct, in a sentence. */
  readonly problem?: string;
}

/** The form by which the first admin is made; it posts to its own address. */
export function renderSetupForm({ email, name, problem }: SetupForm): string {
  const invalid = problem === undefined ? "" : ' aria-describedby="problem"';
  return renderPage(
    "Set up Loam",
    `<p>Make the first account of this instance. It may do everything.</p>
    ${renderProblem(problem)}
    <form method="post">
      <label for="email">E-mail address</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${escapeHtml(email)}"${invalid}>
      <label for="name">Name, as it stands beside your changes</label>
      <input id="name" name="name" autocomplete="name" required maxlength="200" value="${escapeHtml(name)}">
      <label for="password">Password, 12 characters or more</label>
      <input id="password" name="password" type="password" autocomplete="new-password" required minlength="12">
      <button>Make the account</button>
    </form>`,
  );
}

/** The page after the account was made. */
export function renderSetupDone(email: string): string {
  return renderPage(
    "Loam is set up",
    `<p>The account <strong>${escapeHtml(email)}</strong> is ready.</p>`,
  );
}
