const storageName = 'fileshare.signInReturn';

/** Keeps in this tab where a sign-in at a provider is to lead: should it fail, the next try leads there too. */
export function saveReturnPath(path: string): void {
  try {
    sessionStorage.setItem(storageName, path);
  } catch {
    // Without a store the next try leads to the usual page.
  }
}

export function readSavedReturnPath(): string | null {
  try {
    return sessionStorage.getItem(storageName);
  } catch {
    // As above.
    return null;
  }
}
