/** Memory that many writers share, in bytes. */
export interface MemoryBudget {
  /** Takes a part if it is free at once. */
  tryTake(bytes: number): boolean;
  /** Takes a part when it is free; callers wait in turn. A part larger than the budget is taken when all is free. */
  take(bytes: number): Promise<void>;
  release(bytes: number): void;
}

export function createMemoryBudget(total: number): MemoryBudget {
  let taken = 0;
  const waiting: { bytes: number; resolve(): void }[] = [];
  const fits = (bytes: number) => taken + Math.min(bytes, total) <= total;

  function tryTake(bytes: number): boolean {
    if (waiting.length > 0 || !fits(bytes)) return false;
    taken += bytes;
    return true;
  }

  return {
    tryTake,
    async take(bytes) {
      if (tryTake(bytes)) return;
      await new Promise<void>((resolve) => waiting.push({ bytes, resolve }));
    },
    release(bytes) {
      taken -= bytes;
      for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
        waiting.shift();
        taken += next.bytes;
        next.resolve();
      }
    },
  };
}
