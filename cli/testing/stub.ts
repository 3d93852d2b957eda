import { type Mock, vi } from 'vitest';

/** A method that answers what it is told, and remembers how it was called. */
export function stub(
  answer: () => unknown = () => undefined,
): Mock<(...input: unknown[]) => Promise<unknown>> {
  return vi.fn<(...input: unknown[]) => Promise<unknown>>(async () => answer());
}
