/** Finds the word that was probably meant; undefined when none is similar enough. */
export function findSimilar<W extends string>(typed: string, words: readonly W[]): W | undefined {
  const wanted = plain(typed);
  let nearest: { word: W; distance: number } | undefined;
  for (const word of words) {
    const distance = countEdits(wanted, plain(word));
    if (!nearest || distance < nearest.distance) nearest = { word, distance };
  }
  return nearest && nearest.distance <= Math.floor(wanted.length / 4) ? nearest.word : undefined;
}

/** Removes what is mistyped most often: case, dots and dashes. */
function plain(word: string): string {
  return word.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
}

/** Counts the letters to insert, delete, replace or swap with the next one (optimal string alignment). */
function countEdits(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      const isSwap = line > 0 && letter === to[column - 1] && other === from[line - 1];
      const swapped = isSwap ? (before[column - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
