import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { explodes } from "../../../../tests/support/properties/explodes.ts";
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
    ["<img src=a.png alt=x>", ["attribute a.png"]],
    ["<IMG SRC='a.png'/>", ["attribute a.png"]],
    ["<img src = a.png>", ["attribute a.png"]],
    [
      '<img srcset="a.png 1x,\n  b.png 2x" src="c.png">',
      ["attribute a.png", "attribute b.png", "attribute c.png"],
    ],
    ['<source srcset="a.png,b.png">', ["attribute a.png", "attribute b.png"]],
    ['<source srcset="data:image/png;base64,xx 1x">', []],
    ['<object data="a.pdf"></object>', ["attribute a.pdf"]],
    ['<video poster="a.jpg" src="a.mp4">', ["attribute a.jpg", "attribute a.mp4"]],
    [
      "<div style=\"background: url('a.png'), url(b.png)\">",
      ["attribute a.png", "attribute b.png"],
    ],
    ['<img class=lazy data-src="a.png">', ["attribute a.png"]],
    ['<Image src={"a.png"} />', ["attribute a.png"]],
    ['<a href="{{< ref "x.md" >}}">x</a>', ['attribute {{< ref "x.md" >}}']],
    ["<img src=\"{{ '/a.png' | relative_url }}\">", ["attribute {{ '/a.png' | relative_url }}"]],
    ["{{< figure src=/a.jpg >}}", ["attribute /a.jpg"]],
    ['{{<figure\n  src="a.jpg"\n  title="x.jpg">}}', ["attribute a.jpg"]],
    ['{% include figure.html src="a.jpg" %}', ["attribute a.jpg"]],
    ["- item\n\n    [in the item](a.md)", ["link a.md"]],
    ["[^1]: See [there](a.md).", ["link a.md"]],
    ["> ```\n> code\n\n[after](a.md)", ["link a.md"]],
  ] as const)("finds %j", ([body, expected]) => {
    expect(targets(body)).toEqual(expected);
  });

  test.for([
    ['{{< img "/a.png" >}}', ["parameter /a.png"]],
    ["{{% img a.png 300 %}}", ["parameter a.png"]],
    [
      '{{< gallery "/a.png" `b.png` c.png >}}',
      ["parameter /a.png", "parameter b.png", "parameter c.png"],
    ],
    ['{{< gallery images="a.png, b.png" >}}', ["parameter a.png", "parameter b.png"]],
    ['{% image "./a.png", "A picture" %}', ["parameter ./a.png"]],
    ["{% img /images/a.png %}", ["parameter /images/a.png"]],
    ['{% include hero.html image="/a.png" title="b.png" %}', ["parameter /a.png"]],
    ["{% if page.image %}{% assign x = '/a.png' %}{% endif %}", []],
    ['{{</* img "/a.png" */>}}', []],
    ['<Card image="/a.png" title="b.png" />', ["parameter /a.png"]],
    ['<card image="/a.png">', []],
    ["See <https://example.org/a/>.", ["autolink https://example.org/a/"]],
    ['Go to {{< ref "x.md" >}}.', ['expression {{< ref "x.md" >}}']],
    ["{% post_url 2024-01-02-x %}", ["expression {% post_url 2024-01-02-x %}"]],
  ] as const)("finds the possible URL in %j", ([body, expected]) => {
    const found = scanLinks(body, { wiki: false, guesses: true });
    expect(found.map(({ kind, target }) => `${kind} ${target}`)).toEqual(expected);
    // An autolink includes its angle brackets.
    const places = found.map(({ start, end }) => body.slice(start, end).replaceAll(/^<|>$/g, ""));
    expect(places).toEqual(found.map(({ target }) => target));
    expect(scanLinks(body, { wiki: false })).toEqual([]);
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
  ])("skips %j", (body) => {
    expect(targets(body).filter((target) => target.endsWith(".md"))).toEqual([]);
  });

  test("finds wiki links with alias, heading, and embed only if requested", () => {
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

  test("returns positions that contain exactly the target, in order", () => {
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
      '<img srcset="z.png 1x,',
      ' y.png 2x">',
      "<a href={{< ref 'x' >}}>",
      '{{< img "',
      "{% x y.png",
      " %}",
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
        for (const link of scanLinks(body, { wiki: true, guesses: true })) {
          expect(link.start).toBeGreaterThanOrEqual(last);
          const text = body.slice(link.start, link.end);
          expect(text.includes(link.target)).toBe(true);
          last = link.end;
        }
      }),
      { numRuns: 500 },
    );
  });

  test.for([
    "`",
    "[",
    "[[",
    "{{< ",
    "<a ",
    "](",
    '<a "',
    "![",
    "> ```\n",
    "[a](",
    "- ",
    "{% ",
    "<a x='",
    '<a "{{',
    "<a b=c ",
    '<a srcset="',
    "<http://",
    "{{< a b,",
  ])("scans a megabyte of %j in linear time", async (piece) => {
    const text = `[a](b) ${piece.repeat(1_000_000 / piece.length)}`;
    expect(await explodes(() => scanLinks(text, { wiki: true, guesses: true }))).toBe(false);
  });

  test.for(["x", "x=", "x ", "a,", " ", "="])(
    "scans a tag with a megabyte of %j in linear time",
    async (piece) => {
      const inside = piece.repeat(1_000_000 / piece.length);
      const tags = [`<a ${inside}>`, `<img srcset="${inside}">`, `{{< img "${inside}" >}}`];
      for (const text of tags) {
        expect(await explodes(() => scanLinks(text, { wiki: true, guesses: true }))).toBe(false);
      }
    },
  );
});
