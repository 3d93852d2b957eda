interface FilePage<F> {
  files: readonly F[];
  nextCursor: string | null;
}

/** The files of all pages of a list, one after the other. */
export async function* eachPage<F>(
  fetch: (position: { cursor?: string }) => Promise<FilePage<F>>,
): AsyncGenerator<F, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await fetch(cursor === undefined ? {} : { cursor });
    yield* page.files;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

export async function collectPages<F>(
  fetch: (position: { cursor?: string }) => Promise<FilePage<F>>,
): Promise<F[]> {
  const files: F[] = [];
  for await (const file of eachPage(fetch)) files.push(file);
  return files;
}
