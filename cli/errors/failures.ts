export interface FileFailure {
  path: string;
  error: unknown;
}

/** The failed files of a transfer, if the error is about them. */
export function failuresOf(error: unknown): readonly FileFailure[] | undefined {
  if (!(error instanceof Error) || !('failures' in error) || !Array.isArray(error.failures)) return undefined;
  return error.failures.filter(isFileFailure);
}

function isFileFailure(value: unknown): value is FileFailure {
  return typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string';
}
