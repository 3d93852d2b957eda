/**
 * Work that comes back: repeatable, tolerant of a kill at any moment, and quick to stop when `signal` fires. A failed
 * run is logged and the next one tries again.
 */
export interface JobSpec {
  name: string;
  /** Milliseconds between the end of a run and the next. */
  everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}
