/** Runs one job, one run at a time. */
export interface JobTurns {
  /**
   * Runs the job, or waits for the current run first; later callers join a run that is still waiting, which is `asked`
   * if one of them is. Nothing starts once `signal` has fired.
   */
  take(asked: boolean): Promise<void>;
  /** Resolves when no run is active any longer, however it ended. */
  idle(): Promise<void>;
}

interface Options {
  signal: AbortSignal;
  run(asked: boolean): Promise<void>;
}

export function createJobTurns({ signal, run }: Options): JobTurns {
  let running: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;
  let isNextAsked = false;

  async function start(): Promise<void> {
    const asked = isNextAsked;
    [waiting, isNextAsked] = [null, false];
    signal.throwIfAborted();
    running = run(asked).finally(() => (running = null));
    return running;
  }

  return {
    take(asked) {
      isNextAsked ||= asked;
      if (!running) return start();
      waiting ??= running.then(start, start);
      return waiting;
    },
    async idle() {
      await (waiting ?? running)?.catch(() => undefined);
    },
  };
}
