import type { FieldType } from "@loam/cms-core/browser";
import {
  AlignLeft,
  CalendarDays,
  Film,
  Hash,
  Image,
  Link2,
  ListFilter,
  type LucideIcon,
  NotebookText,
  Paperclip,
  Rows3,
  ToggleLeft,
  Type,
} from "lucide-react";
import type { MessageId } from "../../messages/messages.ts";

/** A field type as shown in the schema builder, where images and files are separate. */
export interface FieldKind {
  readonly id: string;
  readonly type: FieldType;
  readonly accept?: "image" | "file";
  readonly icon: LucideIcon;
  readonly label: MessageId;
  /** Describes its use. */
  readonly about: MessageId;
}

export const FIELD_KINDS: readonly FieldKind[] = [
  { id: "text", type: "text", icon: Type, label: "kind.text", about: "kind.textAbout" },
  {
    id: "textarea",
    type: "textarea",
    icon: AlignLeft,
    label: "kind.textarea",
    about: "kind.textareaAbout",
  },
  {
    id: "richtext",
    type: "richtext",
    icon: NotebookText,
    label: "kind.richtext",
    about: "kind.richtextAbout",
  },
  { id: "number", type: "number", icon: Hash, label: "kind.number", about: "kind.numberAbout" },
  {
    id: "boolean",
    type: "boolean",
    icon: ToggleLeft,
    label: "kind.boolean",
    about: "kind.booleanAbout",
  },
  { id: "date", type: "date", icon: CalendarDays, label: "kind.date", about: "kind.dateAbout" },
  {
    id: "select",
    type: "select",
    icon: ListFilter,
    label: "kind.select",
    about: "kind.selectAbout",
  },
  {
    id: "image",
    type: "media",
    accept: "image",
    icon: Image,
    label: "kind.image",
    about: "kind.imageAbout",
  },
  {
    id: "file",
    type: "media",
    accept: "file",
    icon: Paperclip,
    label: "kind.file",
    about: "kind.fileAbout",
  },
  {
    id: "reference",
    type: "reference",
    icon: Link2,
    label: "kind.reference",
    about: "kind.referenceAbout",
  },
  { id: "repeat", type: "repeat", icon: Rows3, label: "kind.repeat", about: "kind.repeatAbout" },
  { id: "embed", type: "embed", icon: Film, label: "kind.embed", about: "kind.embedAbout" },
];

/** Returns the kind of a field. */
export function kindOf({
  type,
  accept,
}: {
  readonly type: string;
  readonly accept?: unknown;
}): FieldKind {
  const known = FIELD_KINDS.filter((kind) => kind.type === type);
  // Schema changes only specify the type.
  const found = known.find((kind) => kind.accept === accept) ?? known[0];
  if (found === undefined) throw new Error(`there is no kind of field for ${type}`);
  return found;
}
