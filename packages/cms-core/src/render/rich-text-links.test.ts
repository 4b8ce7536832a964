import { describe, expect, test } from "vitest";
import { explodes } from "../../../../tests/support/properties/explodes.ts";
import { findRichTextLinks } from "./entry-template.ts";

const M = "media:m2222222222222222222";
const E = "entry:e2222222222222222222";

describe("links in rich text", () => {
  test.for([
    `![alt](${M})`,
    `[text](${M} "title")`,
    `[text](<${M}>)`,
    `[name]: ${M}`,
    `[name]:\n  ${M}`,
    `<img src="${M}">`,
    `<img src='${M}'>`,
    `<a href=${M}>`,
    `<${M}>`,
    `<IMG SRC="${M}">`,
    `<img srcset="${M} 2x">`,
    `<img alt="x"\n  srcset="/a.png 1x,${M} 2x">`,
    `<div style="background: url(${M})">`,
    `<div style="background: url('${M}')">`,
    `<object data="${M}">`,
    `{{< img "${M}" >}}`,
    `{{% figure ${M} %}}`,
    `{{< gallery images="/a.png,${M}" >}}`,
    `{% include image.html url="${M}" %}`,
    `{{< gallery >}}\n${M}\n{{< /gallery >}}`,
    `{{% gallery %}}\n- ${M} | A hill\n{{% /gallery %}}`,
  ])("are found in %s", (text) => {
    const [link] = findRichTextLinks(text);
    expect(text.slice(link?.start, link?.end)).toBe(M);
    expect(link).toMatchObject({ kind: "media", id: "m2222222222222222222" });
  });

  test.for([
    `The scheme ${M} in a sentence`,
    `\`${M}\``,
    `(${M})`,
    M,
    `{{< x >}} ${M}`,
    `a < b, "${M}"`,
    `<b>x</b> "${M}"`,
    `{{< img "a" >}} "${M}"`,
    `\`\`\`\n![alt](${M})\n\`\`\``,
    `~~~~md\n~~~\n![alt](${M})`,
    `[text](${M}abc)`,
    `[text](media:e2222222222222222222)`,
    "[text](media:m222)",
  ])("are not found in %s", (text) => {
    expect(findRichTextLinks(text)).toEqual([]);
  });

  test("are returned in order, including those after a code block", () => {
    const text = `[a](${E}#x)\n\n\`\`\`\n[b](${M})\n\`\`\`\n\n![c](${M})`;
    expect(findRichTextLinks(text).map(({ kind }) => kind)).toEqual(["entry", "media"]);
  });

  test("are found in linear time in a malicious text", async () => {
    const text = `${`[a](entry:e`.repeat(9000)}${"[".repeat(90_000)}${"](".repeat(9000)}`;
    expect(await explodes(() => findRichTextLinks(text))).toBe(false);
  });
});
