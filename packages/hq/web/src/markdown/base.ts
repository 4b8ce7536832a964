import type { Mark, Node } from "prosemirror-model";
import type { Span } from "./parse-tree.ts";
import type { SourceMap } from "./source-map.ts";

/** What was opened: the text, and a tree beside the document that says where each node stands in it. */
export interface MarkdownBase {
  readonly text: string;
  readonly root: ContainerBase;
}

/**
 * Where a node stands in the source. It is no attribute of the node: a split, a paste or a duplicate copies
 * attributes, and two blocks would claim the same bytes.
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
  /** Whether each character of the texts was found in the source. */
  readonly isExact: boolean;
  /** From the first inline node to the last; undefined where there is none. */
  readonly inner: Span | undefined;
}

export interface CodeBase extends BaseOf {
  readonly kind: "code";
}

export interface LeafBase extends BaseOf {
  readonly kind: "leaf";
}

/** A stretch of a text block that is one inline node in the source. */
export interface Run extends Span {
  /** Its length in the document. */
  readonly size: number;
  /** Only texts can be cut; of an `atom` and a text of kind `whole` only both ends are known. */
  readonly kind: "text" | "whole" | "atom";
  readonly marks: readonly Mark[];
  readonly map: SourceMap | undefined;
}
