import type { Field, RowField } from "@loam/cms-core";

interface Place {
  /** The expression that contains the fields. */
  readonly of: string;
  /** Indentation level. */
  readonly depth: number;
}

/** Returns Astro markup that shows the value of a field, or nothing without a value. */
export function showField(field: Field, { of, depth }: Place): string {
  const value = `${of}.${field.apiId}`;
  const indent = "  ".repeat(depth);
  if (field.type === "repeat") return showRows(field, { value, indent, depth });
  if (!field.multiple) return `${indent}${showOne(field, value)}`;
  return `${indent}{${value}.map((one) => (${inMarkup(showOne(field, "one"))}))}`;
}

interface RowsPlace {
  readonly value: string;
  readonly indent: string;
  readonly depth: number;
}

function showRows(
  { fields }: Extract<Field, { readonly type: "repeat" }>,
  { value, indent, depth }: RowsPlace,
): string {
  return [
    `${indent}{${value}.map((row) => (`,
    `${indent}  <section>`,
    ...fields.map((field) => showField(field, { of: "row", depth: depth + 2 })),
    `${indent}  </section>`,
    `${indent}))}`,
  ].join("\n");
}

/** Wraps an expression, because it cannot replace an element directly. */
function inMarkup(shown: string): string {
  return shown.startsWith("{") ? `<Fragment>${shown}</Fragment>` : shown;
}

function showOne(field: RowField, value: string): string {
  const label = literal(field.label);
  switch (field.type) {
    case "richtext":
      return `<RichText value={${value}} headingOffset={1} />`;
    case "media":
      return field.accept === "image"
        ? `<CmsImage image={${value}} sizes="(min-width: 42rem) 42rem, 100vw" />`
        : `{${value} && <p><a href={${value}.url}>{${value}.filename}</a></p>}`;
    case "embed":
      return `<Embed url={${value}} title={${label}} />`;
    case "boolean":
      return `{${value} && <p>{${label}}</p>}`;
    case "date":
      return `{${value} && <p><time datetime={${value}}>{${value}}</time></p>}`;
    case "reference":
      return `{isPublished(${value}) && <p>{${label}}: <EntryLink to={${value}} /></p>}`;
    case "number":
    case "select":
      return `{${value} !== undefined && <p>{${label}}: {${value}}</p>}`;
    case "text":
    case "textarea":
      return `{${value} && <p>{${value}}</p>}`;
  }
}

/** Returns a string literal for the source of a page, safe for any text. */
export function literal(text: string): string {
  return JSON.stringify(text)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}
