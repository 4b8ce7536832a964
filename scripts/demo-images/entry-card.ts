const LINES: readonly (readonly ["heading" | "text" | "code" | "gap", string])[] = [
  ["heading", "An entry file"],
  [
    "text",
    "UTF-8, line feeds, one newline at the end. One list item on a line; nothing is folded.",
  ],
  ["gap", ""],
  ["code", "---"],
  ["code", "id: eomqkt3vw5z2r6d7x4pa                given once, never changed"],
  ["code", "schema: 1                               the version it is read with"],
  ["code", "createdAt: 2026-08-14T09:30:00.000Z     UTC, with milliseconds"],
  ["code", "publishAt: 2027-03-20T07:00:00.000Z     only with a schedule"],
  ["code", "sortOrder: 2500                         only when moved by hand"],
  ["code", "title: Rain, and where it goes          text is text: no, 010, 1.10"],
  ["code", "date: 2026-08-14                        a day, not an instant"],
  ["code", "kind: how                               select: the option's value"],
  ["code", "cover: m5lvedsdzii4egpeujp2             media: the record's id"],
  ["code", "author: euo3p7fczegtkmsq7mys # Mara     reference: id, title as comment"],
  ["code", "tags:                                   multiple: one value a line"],
  ["code", "  - water"],
  ["code", "  - soil"],
  ["code", "links:                                  repeat: rows with a short id"],
  ["code", "  - id: r2k7qwe"],
  ["code", "    label: Soil map"],
  ["code", "    url: https://example.com/map"],
  ["code", "---"],
  ["code", ""],
  ["code", "Markdown. Links: [text](entry:e...)     images: ![alt](media:m...)"],
  ["gap", ""],
  ["heading", "Not in the file"],
  [
    "text",
    "The slug is the file's name. Status, time of change and time of publication are derived.",
  ],
  ["gap", ""],
  ["heading", "Refused"],
  [
    "text",
    "Anchors, aliases, tags, merge keys, duplicate keys, more than 32 levels, more than 1 MB.",
  ],
];

const FONTS = {
  heading: { name: "F1", size: 16, leading: 26 },
  text: { name: "F2", size: 10.5, leading: 17 },
  code: { name: "F3", size: 9.5, leading: 15 },
  gap: { name: "F2", size: 10, leading: 14 },
} as const;

const PAGE = { width: 595, height: 842, left: 64, top: 760 } as const;

/** Creates one A4 page about the entry file format, as PDF 1.4 with standard fonts. */
export function entryCard(): Buffer {
  const text = pageText();
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> >> >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    ...["Helvetica-Bold", "Helvetica", "Courier"].map(
      (font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} >>`,
    ),
  ];
  return Buffer.from(assemble(objects), "latin1");
}

function pageText(): string {
  let y: number = PAGE.top;
  const commands = LINES.map(([kind, line]) => {
    const font = FONTS[kind];
    const escaped = line.replaceAll(/[()\\]/gu, String.raw`\$&`);
    const command = `BT /${font.name} ${font.size} Tf ${PAGE.left} ${y} Td (${escaped}) Tj ET`;
    y -= font.leading;
    return command;
  });
  return commands.join("\n");
}

function assemble(objects: readonly string[]): string {
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}
