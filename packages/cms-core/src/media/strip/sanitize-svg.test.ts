import { assert, constantFrom, array, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { sanitizeSvg } from "./sanitize-svg.ts";

function svg(content: string, attributes = ""): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${content}</svg>`;
}

function sanitise(text: string): string {
  return Buffer.from(sanitizeSvg(Buffer.from(text)).bytes).toString();
}

/** Returns the sanitized content of an `<svg>`. */
function inner(content: string): string {
  return (
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"(?:\/>|>([^]*)<\/svg>)\n$/.exec(
      sanitise(svg(content)),
    )?.[1] ?? ""
  );
}

test("keeps the drawing of a typical application and removes the rest", () => {
  const drawing = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Generator: a program -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="24px" height="12" viewBox="0 0 24 12"
  inkscape:version="1.3">
  <inkscape:view id="base"/>
  <metadata><secret/></metadata>
  <style type="text/css"><![CDATA[ .a { fill: url(#g) } /* <b> */ ]]></style>
  <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
  <path class="a" d="M0 0h1&#9;" onclick="alert(1)" style="stroke:red"/>
  <use xlink:href="#g"/><text>1 &lt; 2</text>
</svg>`;

  expect(sanitise(drawing).replaceAll(/>\s+</g, "><")).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" height="12" viewBox="0 0 24 12" width="24px">` +
      `<style> .a { fill: url(#g) }  </style>` +
      `<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>` +
      `<path class="a" d="M0 0h1&#9;" style="stroke:red"/><use href="#g"/><text>1 &lt; 2</text></svg>\n`,
  );
  expect(sanitizeSvg(Buffer.from(drawing))).toMatchObject({ width: 24, height: 12 });
});

test.for([
  `<script>alert(1)</script>`,
  `<script href="https://evil.example/x.js"/>`,
  `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>`,
  `<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>`,
  `<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="https://evil.example"/>`,
  `<a href="javascript:alert(1)"><text>x</text></a>`,
  `<handler type="text/javascript">alert(1)</handler>`,
  `<animate attributeName="href" values="javascript:alert(1)"/>`,
  `<animate attributeName="xlink:href" to="javascript:alert(1)"/>`,
  `<set attributeName="onclick" to="alert(1)"/>`,
  `<set attributeName="style" to="background:url(https://evil.example)"/>`,
  `<animate values="javascript:alert(1)"/>`,
  `<style>@import url("https://evil.example/x.css");</style>`,
  `<style>a{fill:url(https://evil.example)}</style>`,
  `<style>a{fill:u\\72l(https://evil.example)}</style>`,
  `<style>a{fill:url(/**/https://evil.example)}</style>`,
  `<style>@font-face{src:url(data:font/woff,x)}</style>`,
  `<style>&lt;/style&gt;&lt;script&gt;</style>`,
  `<feImage href="https://evil.example/x.png"/>`,
  `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>`,
])("removes %s", (content) => {
  expect(inner(content)).toBe("");
});

test.for([
  [`<path onload="alert(1)" ONCLICK="x" onfocusin="x"/>`, `<path/>`],
  [`<image href="https://evil.example/x.png"/>`, `<image/>`],
  [`<image xlink:href="file:///etc/passwd"/>`, `<image/>`],
  [`<image href="data:image/svg+xml;base64,PHN2Zy8+"/>`, `<image/>`],
  [`<image href="data:text/html,x"/>`, `<image/>`],
  [`<use href="https://evil.example/x.svg#a"/>`, `<use/>`],
  [`<use xlink:href="data:image/svg+xml,x#a"/>`, `<use/>`],
  [`<use href="#a" xlink:href="https://evil.example#b"/>`, `<use href="#a"/>`],
  [`<path fill="url(https://evil.example#a)"/>`, `<path/>`],
  [`<path fill="url('#a')" filter="url( #b )"/>`, `<path fill="url('#a')" filter="url( #b )"/>`],
  [`<path style="background:url(//evil.example)"/>`, `<path/>`],
  [`<path style="fill:\\75rl(//evil.example)"/>`, `<path/>`],
  [
    `<animate attributeName="fill" values="url(//evil.example);red"/>`,
    `<animate attributeName="fill"/>`,
  ],
  [`<rect data-x="1" xml:base="https://evil.example" xmlns:e="urn:e" e:f="1"/>`, `<rect/>`],
  [
    `<image href="data:image/png;base64,iVBORw0KGgo="/>`,
    `<image href="data:image/png;base64,iVBORw0KGgo="/>`,
  ],
])("converts %s to %s", ([content = "", expected]) => {
  expect(inner(content)).toBe(expected);
});

describe("rejects", () => {
  test.for([
    [`<!DOCTYPE svg [<!ENTITY a "b">]>${svg("&a;")}`, "declares its own XML entities"],
    [
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("&x;")}`,
      "declares its own XML entities",
    ],
    [svg("&nbsp;"), "not well-formed XML"],
    [svg("<g>"), "not well-formed XML"],
    ["<svg><g></g></svg>", "not an <svg> element in the SVG namespace"],
    [`<html xmlns="http://www.w3.org/1999/xhtml"/>`, "not an <svg>"],
    [svg("<g>".repeat(100) + "</g>".repeat(100)), "nested more than"],
    [svg("<g/>".repeat(20_001)), "elements"],
    [svg(`<g id="a"><use href="#a"/></g>`), "endlessly"],
  ])("%s", ([text = "", message = ""]) => {
    expect(() => sanitise(text)).toThrow(message);
  });

  test("a drawing of billions of parts in a few lines", () => {
    const levels = Array.from({ length: 10 }, (_, level) => {
      const uses = `<use href="#l${level}"/>`.repeat(10);
      return `<g id="l${level + 1}">${uses}</g>`;
    });

    expect(() => sanitise(svg(`<g id="l0"><path/></g>${levels.join("")}`))).toThrow("endlessly");
  });

  test("bytes that are not UTF-8", () => {
    expect(() => sanitizeSvg(Buffer.from("<svg>\xff</svg>", "latin1"))).toThrow("not valid UTF-8");
  });
});

test("MED-04 is idempotent and leaves nothing that runs", () => {
  const piece = constantFrom(
    "<g>",
    "</g>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "&lt;",
    "&#60;script&#62;",
    '<path onload="x" fill="url(#a)"/>',
    '<use href="#a"/>',
    '<a href="javascript:x">',
    "</a>",
    "<foreignObject>",
    "</foreignObject>",
    '<image href="data:image/png;base64,AA=="/>',
    "x\ty\nz",
  );
  let count = 0;
  assert(
    property(array(piece, { maxLength: 12 }), string({ maxLength: 5 }), (pieces, text) => {
      let once: string;
      try {
        once = sanitise(svg(pieces.join("") + text.replaceAll(/[<&\]]/g, "")));
      } catch {
        return;
      }
      count += 1;
      expect(sanitise(once)).toBe(once);
      expect(once).not.toMatch(/<(?:script|foreignObject|a)[\s/>]|<[^>]*(?:onload|javascript:)/i);
    }),
    { numRuns: 2000 },
  );
  expect(count).toBeGreaterThan(50);
});
