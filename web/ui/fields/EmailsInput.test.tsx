import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { EmailsInput } from './EmailsInput.tsx';

afterEach(cleanup);

async function show(initial: readonly string[] = []) {
  function Holder() {
    const [value, setValue] = useState(initial);
    return (
      <>
        <EmailsInput label="Mail to" hint="One mail each" value={value} onChange={setValue} />
        <output data-testid="value">{value.join('|')}</output>
      </>
    );
  }
  await renderPage(<Holder />);
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Mail to' });
}

const value = () => screen.getByTestId('value').textContent;
const chips = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

describe('addresses', () => {
  it('are ended by a blank, a comma or Enter as they are typed', async () => {
    const input = await show();
    // Browsers strip the blank at the end of what an input for e-mail addresses holds.
    expect(input.type).toBe('text');
    await userEvent.type(input, 'a@b.cc xy,d@e.ff{Enter}');
    expect(chips()).toEqual(['a@b.cc', 'xy', 'd@e.ff']);
  });

  it('count before they are ended, and nothing moves when the field is left', async () => {
    const input = await show(['a@b.cc']);
    await userEvent.type(input, 'd@e.ff');
    await userEvent.tab();
    expect(value()).toBe('a@b.cc|d@e.ff');
    expect(chips()).toEqual(['a@b.cc']);
    expect(input.value).toBe('d@e.ff');
  });

  it('are called invalid only when they are ended or the field is left', async () => {
    const input = await show();
    await userEvent.type(input, 'nobody');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.tab();
    expect(screen.getByRole('alert').textContent).toBe('Invalid email address');
  });

  it('stand there once, also when one begins like another', async () => {
    const input = await show(['a@b.cc']);
    await userEvent.type(input, 'a@b.cccc A@B.CC ');
    expect(chips()).toEqual(['a@b.cc', 'a@b.cccc']);
  });

  it('hand the focus on when one is taken away', async () => {
    const input = await show(['a@b.cc', 'd@e.ff']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove a@b.cc' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove d@e.ff' }));
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(input);
    expect(value()).toBe('');
  });
});
