import { expect, test, vi } from "vitest";
import { explodes } from "../../../../tests/support/properties/explodes.ts";
import { markMdx } from "./mdx-components.ts";
import { renderBody } from "./render-body.ts";
import { renderRichText } from "./render-rich-text.ts";
import { reportComponents } from "./report-components.ts";

const TEXT = `import Callout from "../Callout.astro";

{/* for editors */}

<Callout type="tip" level={3} open wide={calc()}>
  Some **bold** text.

  - one
    - two
</Callout>

Before <Badge>new</Badge> after.

<Card.Grid columns={["a", 2]} />

\`<Callout>\` and List<String> stay.

\`\`\`mdx
import x from "y";
<Callout>code</Callout>
\`\`\`
`;

test("distinguishes MDX components from code and text and shows their content by default", async () => {
  const { html, nodes, text, components } = await renderRichText(TEXT, { highlight: false });

  expect(components).toEqual(["Callout", "Badge", "Card.Grid"]);
  expect(html).toContain("<p>Some <strong>bold</strong> text.</p>");
  expect(html).toMatch(/<li>one\s*<ul>\s*<li>two<\/li>/);
  expect(html).toContain("<p>Before new after.</p>");
  expect(html).toContain("<code>&lt;Callout&gt;</code>");
  expect(html).toContain("import x from");
  expect(text).not.toMatch(/Callout\.astro|for editors|loam-mdx/);
  expect(html).not.toContain("loam-mdx");
  const found = nodes.flatMap((node) =>
    node.kind === "element" && node.component ? [node.component] : [],
  );
  expect(found).toEqual([
    { name: "Callout", props: { type: "tip", level: 3, open: true } },
    { name: "Card.Grid", props: { columns: ["a", 2] } },
  ]);
});

test("ignores handwritten component marks and unsafe attributes", async () => {
  const { html, nodes } = await renderRichText(
    `<A/>\n\n<loam-mdx data-n="9" onclick="x()">hand</loam-mdx> <img src=x onerror="x()">`,
  );
  expect(html).not.toMatch(/onclick|onerror|loam-mdx/);
  expect(JSON.stringify(nodes)).not.toContain("onclick");
  const plain = await renderRichText(`<loam-mdx data-n="0">hand</loam-mdx>`);
  expect(plain.html).toBe("<p>hand</p>");
});

test.for(["{/*", "<A ", "`<A>", "<A b='", "</A", "<A/>{/* "])(
  "scans a long text of unclosed %j in linear time",
  async (part) => {
    expect(await explodes(() => markMdx(`<B/>${part.repeat(400_000 / part.length)}`))).toBe(false);
  },
);

test("reports a component that no page provides once", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  reportComponents(["Tabs", "Callout"], { Callout: 1 });
  reportComponents(["Tabs"], undefined);
  expect(warn.mock.calls).toEqual([[expect.stringContaining("<Tabs>")]]);
  warn.mockRestore();
});

test("reports a component in render(entry) once and shows its text", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const { html } = await renderBody(
    "<Aside>\n\nMind the gap.\n\n</Aside>\n\n<Aside>Twice.</Aside>",
  );
  await renderBody("<Aside>Again.</Aside>");
  expect(html).toContain("Mind the gap.");
  expect(html).not.toContain("Aside");
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/<Aside>, but render\(entry\) only shows/)],
  ]);
  warn.mockRestore();
});
