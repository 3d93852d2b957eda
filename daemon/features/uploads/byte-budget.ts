/** Limits the bytes held in memory at one time. */
export interface ByteBudget {
  canHold(bytes: number): boolean;
  hold<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createByteBudget(maxBytes: number): ByteBudget {
  let held = 0;
  return {
    canHold: (bytes) => held + bytes <= maxBytes,
    async hold(bytes, work) {
      held += bytes;
      try {
        return await work();
      } finally {
        held -= bytes;
      }
    },
  };
}
