import type { MessageId } from "../../messages/messages.ts";

/** Fields of a template's types, in the API's format. */
type StarterField =
  | (FieldHead & { type: "text" | "textarea" | "richtext" | "number" | "date" })
  | (FieldHead & { type: "media"; accept: "image" })
  | (FieldHead & { type: "reference"; to: string[] });

interface FieldHead {
  apiId: string;
  label: string;
  required?: boolean;
  multiple?: boolean;
}

interface StarterType {
  apiId: string;
  kind: "list" | "object";
  label: string;
  fields: (StarterField | (FieldHead & { type: "repeat"; fields: StarterField[] }))[];
}

/** Translates a label to the user's language. */
export type StarterWord = (id: MessageId) => string;

/** The templates, in display order. */
export const STARTER_IDS = ["blog", "documentation", "shop", "landing"] as const;

export type StarterId = (typeof STARTER_IDS)[number];

/** Returns the content types of a template, in a language. Types come after those they reference. */
export function starterTypes(id: StarterId, word: StarterWord): readonly StarterType[] {
  return STARTERS[id](word);
}

const STARTERS: Readonly<Record<StarterId, (word: StarterWord) => readonly StarterType[]>> = {
  blog,
  documentation,
  shop,
  landing,
};

function blog(word: StarterWord): readonly StarterType[] {
  const { title, name, summary, picture, body } = commonFields(word);
  return [
    list("authors", word("starter.authors"), [name, picture, summary]),
    list("categories", word("starter.categories"), [name]),
    list("posts", word("starter.posts"), [
      title,
      summary,
      { apiId: "date", label: word("starter.date"), type: "date" },
      picture,
      reference("author", word("starter.author"), "authors"),
      { ...reference("categories", word("starter.categories"), "categories"), multiple: true },
      body,
    ]),
  ];
}

function documentation(word: StarterWord): readonly StarterType[] {
  const { title, name, summary, body } = commonFields(word);
  return [
    list("sections", word("starter.sections"), [name]),
    list("pages", word("starter.pages"), [
      title,
      reference("section", word("starter.section"), "sections"),
      summary,
      body,
    ]),
  ];
}

function shop(word: StarterWord): readonly StarterType[] {
  const { name, summary, picture, body } = commonFields(word);
  const collections = word("starter.collections");
  return [
    list("collections", collections, [name, summary]),
    list("products", word("starter.products"), [
      name,
      { apiId: "price", label: word("starter.price"), type: "number" },
      { ...picture, apiId: "pictures", label: word("starter.pictures"), multiple: true },
      { ...reference("collections", collections, "collections"), multiple: true },
      body,
    ]),
  ];
}

function landing(word: StarterWord): readonly StarterType[] {
  const { title, summary, picture } = commonFields(word);
  const text = { ...summary, apiId: "text", label: word("starter.text") };
  const blocks = { apiId: "blocks", label: word("starter.blocks"), type: "repeat" } as const;
  const fields = [title, summary, picture, { ...blocks, fields: [title, text, picture] }];
  return [{ apiId: "home", kind: "object", label: word("starter.home"), fields }];
}

function commonFields(word: StarterWord) {
  return {
    title: { apiId: "title", label: word("starter.title"), type: "text", required: true },
    name: { apiId: "name", label: word("starter.name"), type: "text", required: true },
    summary: { apiId: "summary", label: word("starter.summary"), type: "textarea" },
    body: { apiId: "body", label: word("starter.text"), type: "richtext" },
    picture: {
      apiId: "picture",
      label: word("starter.picture"),
      type: "media",
      accept: "image",
    },
  } as const;
}

function list(apiId: string, label: string, fields: StarterType["fields"]): StarterType {
  return { apiId, kind: "list", label, fields };
}

function reference(apiId: string, label: string, to: string): StarterField {
  return { apiId, label, type: "reference", to: [to] };
}
