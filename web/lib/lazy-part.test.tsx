import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

afterEach(cleanup);

interface Props {
  name: string;
}

function Greeting({ name }: Props) {
  return <p>Hello {name}</p>;
}

describe('a part that is loaded later', () => {
  it('is loaded when it is drawn, once', async () => {
    const load = vi.fn<() => Promise<typeof Greeting>>(async () => Greeting);
    const Part = lazyPart<Props>(load);
    render(
      <Suspense fallback="Wait">
        <Part name="Ada" />
        <Part name="Bob" />
      </Suspense>,
    );
    expect(screen.getByText('Wait')).toBeTruthy();
    expect(await screen.findByText('Hello Ada')).toBeTruthy();
    expect(screen.getByText('Hello Bob')).toBeTruthy();
    expect(load).toHaveBeenCalledOnce();
  });

  it('is drawn at once when it is there', async () => {
    const Part = lazyPart<Props>(async () => Greeting);
    await Part.load();
    render(
      <Suspense fallback="Wait">
        <Part name="Ada" />
      </Suspense>,
    );
    expect(screen.getByText('Hello Ada')).toBeTruthy();
  });

  it('is loaded again after a failure', async () => {
    const load = vi
      .fn<() => Promise<typeof Greeting>>(async () => Greeting)
      .mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const Part = lazyPart<Props>(load);
    await expect(Part.load()).rejects.toThrow('Failed to fetch');
    await Part.load();
    render(<Part name="Ada" />);
    expect(screen.getByText('Hello Ada')).toBeTruthy();
  });
});
