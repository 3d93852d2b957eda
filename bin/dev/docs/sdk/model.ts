/** What the reference says about the exports of the SDK, before it is written as Markdown. */

/** A comment in the sources. Texts are Markdown. */
export interface Comment {
  text: string;
  parameters: readonly (readonly [name: string, text: string])[];
  returns: string;
  throws: readonly string[];
  examples: readonly string[];
}

/** A property or a method. */
export interface Member {
  name: string;
  kind: 'property' | 'method';
  /** Type of a property, signature of a method. */
  type: string;
  isOptional: boolean;
  comment: Comment;
}

/** Something that a program can import. */
export interface SdkExport {
  name: string;
  kind: 'function' | 'class' | 'interface' | 'type';
  /** Only in Node, only in browsers, or in both. */
  where: 'Node' | 'browsers' | null;
  /** File of the declaration, below `sdk`. */
  file: string;
  comment: Comment;
  /** The declaration without its body; null where the members or values say it all. */
  signature: string | null;
  /** Types whose members it has, too; with `only`, just these. */
  bases: readonly { name: string; only: readonly string[] | null }[];
  members: readonly Member[];
  /** The schema in the same file that a type is inferred from. */
  schema: string | null;
  /** The strings that a type consists of. */
  values: readonly string[];
  /** Types of this repository that it names. */
  uses: readonly string[];
}
