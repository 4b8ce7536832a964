/** What the form shows again after a mistake; a password never is. */
export interface SetupForm {
  readonly email: string;
  readonly name: string;
  /** What to correct, in a sentence. */
  readonly problem?: string;
}

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 28rem; margin: 10vh auto; padding: 0 1rem; }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  input, button { font: inherit; padding: .5rem; width: 100%; box-sizing: border-box; }
  button { margin-top: 1.5rem; cursor: pointer; }
  .problem { border-left: .25rem solid #c0392b; padding-left: .75rem; }
`;

/** The page's policy: its own style, a form that goes back where it came from, nothing else. */
export const SETUP_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The form by which the first admin is made; it posts to its own address. */
export function renderSetupForm({ email, name, problem }: SetupForm): string {
  const invalid = problem === undefined ? "" : ' aria-describedby="problem"';
  return renderPage(
    "Set up Loam",
    `<p>Make the first account of this instance. It may do everything.</p>
    ${problem === undefined ? "" : `<p id="problem" class="problem" role="alert">${escapeHtml(problem)}</p>`}
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

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
    <h1>${title}</h1>
    ${body}
    </main>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
