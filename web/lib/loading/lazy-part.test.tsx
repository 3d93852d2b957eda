import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Boundary } from './Boundary.tsx';
import { LoadError, lazyPart } from './lazy-part.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Props {
  name: string;
}

function Greeting({ name }: Props) {
  return <p>Hello {name}</p>;
}

const failOnce = () =>
  vi
    .fn<() => Promise<typeof Greeting>>(async () => Greeting)
    .mockRejectedValueOnce(new TypeError('Failed to fetch'));

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
    const Part = lazyPart<Props>(failOnce());
    await expect(Part.load()).rejects.toThrow(LoadError);
    await Part.load();
    render(<Part name="Ada" />);
    expect(screen.getByText('Hello Ada')).toBeTruthy();
  });
});

describe('a part that could not be loaded', () => {
  async function drawFailed(load: ReturnType<typeof failOnce>) {
    // React reports what a boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Part = lazyPart<Props>(load);
    render(
      <Boundary
        render={(_, retry) => (
          <button type="button" onClick={retry}>
            Again
          </button>
        )}
      >
        <Suspense>
          <Part name="Ada" />
        </Suspense>
      </Boundary>,
    );
    return screen.findByRole('button', { name: 'Again' });
  }

  it('is tried once, and again on request', async () => {
    const load = failOnce();
    const again = await drawFailed(load);
    expect(load).toHaveBeenCalledOnce();
    await userEvent.click(again);
    expect(await screen.findByText('Hello Ada')).toBeTruthy();
  });

  it('is tried again by itself when the network is back', async () => {
    await drawFailed(failOnce());
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Hello Ada')).toBeTruthy();
  });
});
