/**
 * - `refused`: this picture cannot be drawn, however often it is tried
 * - `unreadable`: its bytes could not be read
 * - `ended`: the process has ended, or took too long; this picture may be the reason
 * - `unavailable`: there is no program that draws on this system
 */
export type DrawFailure = 'refused' | 'unreadable' | 'ended' | 'unavailable';

export class DrawError extends Error {
  override readonly name = 'DrawError';
  readonly failure: DrawFailure;

  constructor(failure: DrawFailure, reason: string) {
    super(reason);
    this.failure = failure;
  }
}
