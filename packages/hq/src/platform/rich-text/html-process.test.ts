import { describe, expect, test } from "vitest";
import { renderInProcess } from "./html-process.ts";

/** Returns text that takes the parser minutes; a different one for each number. */
function badText(number: number): string {
  return `${"> ".repeat(95_000)}${number}<i>`;
}

describe("rich text as HTML", () => {
  test("contains the text without executable parts", async () => {
    const text = "# Head\n\n*a* <script>x</script><b onclick=x>b</b>";
    expect(await renderInProcess(text, { siteId: "a" })).toEqual({
      html: "<h1>Head</h1>\n<p><em>a</em> <b>b</b></p>",
      isGivenUp: false,
    });
  });

  test.for<readonly [string, string]>([
    ["takes the parser minutes", "> ".repeat(100_000)],
    ["is nested deeper than calls may be", "<b>".repeat(20_000)],
  ])("is shown as source if it %s (OPS-05)", async ([, markdown]) => {
    const shown = `<pre>${markdown.replaceAll("<", "&#60;").replaceAll(">", "&#62;")}</pre>`;
    let turns = 0;
    const other = (): void => {
      turns += 1;
      if (turns < 4) setImmediate(other);
    };
    setImmediate(other);
    expect(await renderInProcess(markdown, { siteId: "slow" })).toEqual({
      html: shown,
      isGivenUp: true,
    });
    // Nothing else was blocked in the meantime.
    expect(turns).toBe(4);
    expect(await renderInProcess("a", { siteId: "slow" })).toMatchObject({ html: "<p>a</p>" });
  });

  test("is rendered for many concurrent callers", async () => {
    const asked = Array.from({ length: 20 }, async (_, number) =>
      renderInProcess(`*${number}*`, { siteId: `s${number % 7}` }),
    );
    const texts = (await Promise.all(asked)).map(({ html }) => html.replaceAll(/<\/?\w+>/g, ""));
    expect(texts).toEqual(Array.from({ length: 20 }, (_, number) => String(number)));
  });

  test("is not retried for any site after a timeout", async () => {
    const known = badText(1000);
    await renderInProcess(known, { siteId: "a" });
    // The known text is returned while that site and others wait for slow texts.
    const settled: string[] = [];
    const fresh = renderInProcess(badText(1001), { siteId: "a" }).then(() => settled.push("new"));
    await renderInProcess(known, { siteId: "a" }).then(() => settled.push("known"));
    await renderInProcess(known, { siteId: "b" }).then(() => settled.push("known elsewhere"));
    await fresh;
    expect(settled).toEqual(["known", "known elsewhere", "new"]);
  });
});
