const storageName = 'fileshare.signInReturn';

/** Stores in this tab where a sign-in with a provider should lead, so that it is known if the sign-in fails. */
export function saveReturnPath(path: string): void {
  try {
    sessionStorage.setItem(storageName, path);
  } catch {
    // Without storage, the next try leads to the default page.
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
