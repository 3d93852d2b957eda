type Wrong = false | null;

/** Looks at a secret somebody presents; answers what `check` answers, which is `false` or `null` when it is wrong. */
export type Guess = <T>(check: () => Promise<T | Wrong>) => Promise<T | Wrong>;

/** Takes an attempt back unless the secret was wrong: also after a failure of ours, such as being too busy to look. */
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
