import type { OwnerShare } from '#sdk/contract/shares.js';
import type { LeftUpload } from '../upload/left-uploads.ts';

/** A line of the dashboard. */
export type Item =
  | { kind: 'share'; share: OwnerShare }
  | ({
      kind: 'upload';
      /** The command line, as it can be typed again. */
      command: string;
    } & LeftUpload);

export function keyOf(item: Item): string {
  return item.kind === 'share' ? item.share.id : `upload ${item.key}`;
}

/** Everything about a share. */
export interface Details {
  lines: readonly string[];
  /** The lines of the QR code of its link. */
  code: readonly string[];
}

/** What there is to show. */
export interface Loaded {
  /** Who is signed in, and where. */
  title: string;
  items: readonly Item[];
  /** Why shares are missing; empty when they are not, null before the server has answered. */
  problem: string | null;
}

/** What the dashboard does. Failures are shown in its own line. */
export interface Actions {
  /** Who is signed in, and where, as far as it is known at once. */
  readonly title: string;
  /** Shows what is known at once, and again when the server has answered. */
  load(show: (loaded: Loaded) => void): Promise<void>;
  describe(share: OwnerShare): Promise<Details>;
  /** False when there is no clipboard. */
  copy(link: string): Promise<boolean>;
  /** False when there is no browser. */
  open(link: string): Promise<boolean>;
  /** Deletes a share, or what an interrupted upload has left. */
  remove(item: Item): Promise<void>;
}
