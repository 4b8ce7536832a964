import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "../../../../tests/support/processor-ms.ts";
import { scanLinks } from "./scan-links.ts";

function targets(body: string, wiki = false): string[] {
  return scanLinks(body, { wiki }).map(({ kind, target }) => `${kind} ${target}`);
}

describe("scanLinks", () => {
  test.for([
    ["[a](./b.md)", ["link ./b.md"]],
    ['![alt](img/a.png "A title")', ["image img/a.png"]],
    ["[![thumb](t.png)](big.png)", ["image t.png", "link big.png"]],
    ["[a](<my file.md>)", ["link my file.md"]],
    ["[a](b(c).md)", ["link b(c).md"]],
    ["[a]({% post_url 2024-01-31-x %})", ["link {% post_url 2024-01-31-x %}"]],
    ['[a]({{< ref "x.md" >}}#part)', ['link {{< ref "x.md" >}}#part']],
    ["[a]({{ site.baseurl }}/x/y.png)", ["link {{ site.baseurl }}/x/y.png"]],
    ['[label]: ./other.md "Title"', ["link ./other.md"]],
    ["[label]: <a b.md>", ["link a b.md"]],
    ['<img alt="x" src="a.png">', ["attribute a.png"]],
    ["<a class='x' href='../b/'>b</a>", ["attribute ../b/"]],
    ['{{< figure src="a.jpg" title="x" >}}', ["attribute a.jpg"]],
    ["- item\n\n    [in the item](a.md)", ["link a.md"]],
    ["[^1]: See [there](a.md).", ["link a.md"]],
    ["> ```\n> code\n\n[after](a.md)", ["link a.md"]],
  ] as const)("finds %j", ([body, expected]) => {
    expect(targets(body)).toEqual(expected);
  });

  test.for([
    "`[a](b.md)`",
    "``[a](b.md) ` ``",
    "```\n[a](b.md)\n```",
    "~~~md\n```\n[a](b.md)\n~~~",
    "- x\n  ```\n  [a](b.md)\n  ```",
    "text\n\n    [a](b.md)\n\n    [c](d.md)",
    "<!-- [a](b.md)\n\n[c](d.md) -->",
    "<pre>\n[a](b.md)\n\n[c](d.md)</pre>",
    "{% highlight md %}\n[a](b.md)\n{% endhighlight %}",
    "<code>[a](b.md)</code>",
    "\\[a](b.md)",
    "[a] (b.md)",
    "[a](two words.md)",
    "[^1]: a foot note.md",
    "[^1]: b.md is a file.",
    "[^1]: b.md",
  ])("passes over %j", (body) => {
    expect(targets(body).filter((target) => target.endsWith(".md"))).toEqual([]);
  });

  test("finds wiki links with alias, heading and embed only where they are asked for", () => {
    const body = "See [[Note|the note]], [[Other#Part]] and ![[pic.png|300]].";
    expect(
      scanLinks(body, { wiki: true }).map(({ kind, target, text }) => [kind, target, text]),
    ).toEqual([
      ["wiki", "Note", "the note"],
      ["wiki", "Other#Part", ""],
      ["wiki-embed", "pic.png", "300"],
    ]);
    expect(scanLinks(body, { wiki: false })).toEqual([]);
  });

  test("gives positions that hold exactly the target, in order", () => {
    const piece = constantFrom(
      "[a](x.md)",
      "![b](y.png)",
      "`code`",
      "\n",
      "\n\n",
      "```",
      "[",
      "]",
      "(",
      ")",
      "<",
      ">",
      "\\",
      "    ",
      "- ",
      "> ",
      '<img src="z.png">',
      "[[w]]",
      "{{< ",
      " >}}",
      "text ",
      "`",
      "[r]: q.md\n",
    );
    assert(
      property(array(piece, { maxLength: 30 }), (pieces) => {
        const body = pieces.join("");
        let last = 0;
        for (const link of scanLinks(body, { wiki: true })) {
          expect(link.start).toBeGreaterThanOrEqual(last);
          const text = body.slice(link.start, link.end);
          expect(text.includes(link.target)).toBe(true);
          last = link.end;
        }
      }),
      { numRuns: 500 },
    );
  });

  test.for(["`", "[", "[[", "{{< ", "<a ", "](", '<a "', "![", "> ```\n", "[a](", "- "])(
    "reads a megabyte of %j in about a second of processor time",
    async (piece) => {
      const text = `[a](b) ${piece.repeat(1_000_000 / piece.length)}`;
      expect(await processorMs(() => scanLinks(text, { wiki: true }))).toBeLessThan(1500);
    },
  );
});
