type Wrong = false | null;

/** Checks a secret; returns the result of `check`, which is `false` or `null` when the secret is wrong. */
export type Guess = <T>(check: () => Promise<T | Wrong>) => Promise<T | Wrong>;

/** Undoes an attempt unless the secret was wrong, also after a failure of ours, such as being too busy to check. */
export function createGuess(takeBack: () => Promise<void>): Guess {
  return async (check) => {
    let isWrong = false;
    try {
      const outcome = await check();
      isWrong = outcome === false || outcome === null;
      return outcome;
    } finally {
      if (!isWrong) await takeBack();
    }
  };
}
