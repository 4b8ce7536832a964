import { describe, expect, test } from "vitest";
import { renderInProcess } from "./html-process.ts";

describe("rich text as HTML", () => {
  test("is what was written, without what could run", async () => {
    expect(await renderInProcess("# Head\n\n*a* <script>x</script><b onclick=x>b</b>")).toBe(
      "<h1>Head</h1>\n<p><em>a</em> <b>b</b></p>",
    );
  });

  test.for<readonly [string, string]>([
    ["takes the parser minutes", "> ".repeat(100_000)],
    ["is nested deeper than calls may be", "<b>".repeat(20_000)],
  ])("is as it was written where it %s (OPS-05)", async ([, markdown]) => {
    const shown = `<pre>${markdown.replaceAll("<", "&#60;").replaceAll(">", "&#62;")}</pre>`;
    let turns = 0;
    const other = setInterval(() => (turns += 1), 5);
    expect(await renderInProcess(markdown, { deadlineMs: 1000 })).toBe(shown);
    clearInterval(other);
    // Nothing else waited meanwhile.
    expect(turns).toBeGreaterThan(3);
    expect(await renderInProcess("a")).toBe("<p>a</p>");
  });

  test("of many is made one after the other, whoever asks", async () => {
    const asked = Array.from({ length: 20 }, async (_, number) => renderInProcess(`*${number}*`));
    const told = (await Promise.all(asked)).map((html) => html.replaceAll(/<\/?(?:p|em)>/g, ""));
    expect(told).toEqual(Array.from({ length: 20 }, (_, number) => String(number)));
  });
});
