import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { ExpirationField } from './ExpirationField.tsx';

afterEach(cleanup);

async function show(initial: string, before: string | null = null) {
  function Holder() {
    const [value, setValue] = useState(initial);
    return (
      <>
        <ExpirationField value={value} before={before} onChange={setValue} />
        <output data-testid="chosen">{value}</output>
      </>
    );
  }
  await renderPage(<Holder />);
}

const chosen = () => screen.getByTestId('chosen').textContent;

describe('the choice of an expiry', () => {
  it('means what it shows when one\u2019s own time takes the place of never', async () => {
    await show('never');
    await userEvent.selectOptions(screen.getByLabelText('Expires'), 'Another time…');
    expect(screen.getByLabelText<HTMLInputElement>('Number').value).toBe('7');
    expect(chosen()).toBe('7-days');
    await userEvent.selectOptions(screen.getByLabelText('Unit'), 'Weeks');
    expect(chosen()).toBe('7-weeks');
  });

  it('can be left as it was', async () => {
    const before = '2030-02-01T00:00:00.000Z';
    await show(before, before);
    const field = screen.getByLabelText<HTMLSelectElement>('Expires');
    expect(field.selectedOptions[0]?.text).toBe('Unchanged');
    await userEvent.selectOptions(field, 'Never');
    expect(chosen()).toBe('never');
    await userEvent.selectOptions(field, 'Unchanged');
    expect(chosen()).toBe(before);
  });
});
