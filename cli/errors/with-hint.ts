import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import { HintedError, type Text } from './cli-error.ts';

/**
 * Says what to do about a refusal of the server where that depends on the command.
 *
 * @throws HintedError instead of the refusal; every other error as it is
 */
export async function withHint<T>(request: Promise<T>, code: ErrorCode, hint: Text): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof AppError && error.code === code ? new HintedError(error, hint) : error;
  }
}
