import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { ExpirationField } from './ExpirationField.tsx';

afterEach(cleanup);

async function show(initial: string, before: string | null = null, maxHours = '0') {
  function Holder() {
    const [value, setValue] = useState(initial);
    return (
      <>
        <ExpirationField value={value} before={before} onChange={setValue} />
        <output data-testid="chosen">{value}</output>
      </>
    );
  }
  const max = { key: 'share.maxExpiration', type: 'number', value: maxHours, defaultValue: '0' } as const;
  await renderPage(
    <ConfigContext value={configFrom([max])}>
      <Holder />
    </ConfigContext>,
  );
}

const chosen = () => screen.getByTestId('chosen').textContent;

describe('the choice of an expiry', () => {
  it('means what it shows when one\u2019s own time takes the place of never', async () => {
    await show('never');
    await userEvent.selectOptions(screen.getByLabelText('Expires'), 'Custom…');
    expect(screen.getByLabelText<HTMLInputElement>('Number').value).toBe('7');
    expect(chosen()).toBe('7-days');
    await userEvent.selectOptions(screen.getByLabelText('Unit'), 'Weeks');
    expect(chosen()).toBe('7-weeks');
  });

  it.each([
    ['10-days', 'In 10 days'],
    ['1-week', 'In 1 week'],
  ])('shows a span that is none of the usual ones: %s', async (span, text) => {
    await show(span);
    expect(screen.getByLabelText<HTMLSelectElement>('Expires').selectedOptions[0]?.text).toBe(text);
  });

  it('shows never where a maximum has been set since', async () => {
    await show('never', null, '24');
    expect(screen.getByLabelText<HTMLSelectElement>('Expires').selectedOptions[0]?.text).toBe('Never');
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
