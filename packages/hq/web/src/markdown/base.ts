import type { Mark, Node } from "prosemirror-model";
import type { Span } from "./parse-tree.ts";
import type { SourceMap } from "./source-map.ts";

/** The opened text, and a tree parallel to the document with the source position of each node. */
export interface MarkdownBase {
  readonly text: string;
  readonly root: ContainerBase;
}

/**
 * The source position of a node. It isn't a node attribute, because splitting, pasting, or duplicating copies
 * attributes, and two blocks would then claim the same bytes.
 */
export type Base = ContainerBase | TextBase | CodeBase | LeafBase;

interface BaseOf extends Span {
  readonly node: Node;
}

export interface ContainerBase extends BaseOf {
  readonly kind: "container";
  readonly children: readonly Base[];
}

export interface TextBase extends BaseOf {
  readonly kind: "text";
  readonly runs: readonly Run[];
  /** Whether each character of the text was mapped to the source. */
  readonly isExact: boolean;
  /** From the first to the last inline node; undefined if there are no inline nodes. */
  readonly inner: Span | undefined;
}

export interface CodeBase extends BaseOf {
  readonly kind: "code";
}

export interface LeafBase extends BaseOf {
  readonly kind: "leaf";
}

/** Part of a text block that is one inline node in the source. */
export interface Run extends Span {
  /** Length in the document. */
  readonly size: number;
  /** Only `text` can be split. For `atom` and `whole`, only both ends are known. */
  readonly kind: "text" | "whole" | "atom";
  readonly marks: readonly Mark[];
  readonly map: SourceMap | undefined;
}
