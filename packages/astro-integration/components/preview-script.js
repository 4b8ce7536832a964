// Shows the preview bar and exchanges messages with the editor (docs/reference/preview-messages.md). Served by a route of
// the integration, and only included in previews.

const script = document.querySelector("#loam-preview-script");
const { events = "", exit = "", edit = "", slug = "", plain } = script?.dataset ?? {};
const isFramed = globalThis.top !== globalThis.self;

const TEXTS = {
  en: {
    draft: "Preview",
    edit: "Edit",
    exit: "Exit preview",
    label: "Draft preview",
    plain: "Published version: this page does not show drafts",
  },
  ja: {
    draft: "プレビュー",
    edit: "編集",
    exit: "プレビューを終了",
    label: "下書きのプレビュー",
    plain: "公開中の内容です（このページは下書きを読み込みません）",
  },
};
const texts = document.documentElement.lang.startsWith("ja") ? TEXTS.ja : TEXTS.en;

const STYLE = `
  :host { all: initial; position: fixed; inset: auto 0 0; z-index: 2147483647; display: block;
    font: 500 0.875rem/1.25 system-ui, sans-serif; color-scheme: light dark; }
  div { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; box-sizing: border-box; padding: 0.5rem 1rem;
    color: light-dark(#1b1b1b, #f3f3f3); background: light-dark(#fff8e1, #33290a);
    border-top: 2px solid light-dark(#8a6100, #f0b429); }
  strong { font-weight: 700; }
  span { flex: 1 1 auto; min-width: 0; overflow-wrap: anywhere; }
  a { color: inherit; padding: 0.5rem; text-underline-offset: 0.2em; }
  a:focus-visible { outline: 3px solid currentcolor; outline-offset: 2px; }
`;

function showBar() {
  const bar =
    document.querySelector("loam-preview-bar") ?? document.createElement("loam-preview-bar");
  const root = bar.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const inside = document.createElement("div");
  inside.setAttribute("role", "region");
  inside.setAttribute("aria-label", texts.label);
  const title = document.createElement("strong");
  title.textContent = texts.draft;
  const name = document.createElement("span");
  name.textContent = [slug, plain === undefined ? "" : texts.plain]
    .filter((one) => one !== "")
    .join(" · ");
  inside.append(title, name);
  // In the editor's frame, the links aren't needed.
  const links = isFramed
    ? []
    : [
        [edit, texts.edit],
        [exit, texts.exit],
      ];
  for (const [href, text] of links) {
    if (href === "") continue;
    const link = document.createElement("a");
    link.href = href;
    link.textContent = text;
    inside.append(link);
  }
  root.append(inside);
  if (!bar.isConnected) document.body.append(bar);
}

/** Keeps the preview parameter in links: on a server with a route cache, preview pages have it in their URL. */
function stayUncached() {
  const name = "loam_preview";
  const value = new URLSearchParams(location.search).get(name);
  if (value === null) return;
  const lead = (event) => {
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (link?.origin !== location.origin) return;
    const address = new URL(link.href);
    address.searchParams.set(name, value);
    link.href = address.href;
  };
  for (const type of ["click", "auxclick"]) addEventListener(type, lead, { capture: true });
}

const marked = () => [...document.querySelectorAll("[data-loam-field]")];

const say = (message) => globalThis.top?.postMessage({ loam: 1, ...message }, "*");

function talkWithEditor() {
  let isByHand = false;
  for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    addEventListener(name, () => (isByHand = true), { capture: true, passive: true });
  }
  addEventListener("click", ({ target }) => {
    const field = target.closest?.("[data-loam-field]")?.dataset.loamField;
    if (field && !target.closest("a, button, input, select, textarea, summary")) {
      say({ type: "edit", field });
    }
  });
  addEventListener("scroll", () => {
    if (!isByHand) return;
    const at = marked().findLast((one) => one.getBoundingClientRect().top <= 40);
    if (!at) return;
    const { top, height } = at.getBoundingClientRect();
    say({ type: "scrolled", field: at.dataset.loamField, part: (40 - top) / (height || 1) });
  });
  addEventListener("message", ({ source, data }) => {
    if (source !== globalThis.top || data?.loam !== 1) return;
    if (data.type === "saved") location.reload();
    if (data.type !== "show") return;
    const at = marked().find((one) => one.dataset.loamField === data.field);
    if (!at) return;
    isByHand = false;
    const { top, height } = at.getBoundingClientRect();
    scrollBy(0, top + data.part * height - 40);
  });
  say({ type: "ready", renews: true });
}

/** Outside the editor, only the server reports saves. */
function renewWhenSaved() {
  const source = new EventSource(events);
  source.addEventListener("saved", () => location.reload());
  addEventListener("pagehide", () => source.close());
}

showBar();
stayUncached();
if (isFramed) talkWithEditor();
else renewWhenSaved();
