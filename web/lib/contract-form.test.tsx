import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { CreateShare } from '#sdk/contract/shares/inputs.js';
import { renderPage } from '../testing/render-page.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import { useContractForm } from './contract-form.ts';

afterEach(cleanup);

const serverError = new AppError(
  'validation_failed',
  { field: 'id', problem: 'share_id' },
  {
    issues: [{ field: 'id', code: 'share_id' }],
  },
);

function Form({ onDone }: { onDone(share: CreateShare): void }) {
  const form = useContractForm(CreateShare, { name: '', password: '', id: '' });
  return (
    <form noValidate onSubmit={form.handleSubmit(onDone)}>
      <TextInput {...form.field('name')} label="Name" />
      <TextInput {...form.field('password')} label="Password" />
      <TextInput {...form.field('maxViews')} label="View limit" />
      <TextInput {...form.field('id')} label="Link" />
      <button type="button" onClick={() => form.showServerIssues(serverError)}>
        refuse
      </button>
      <button type="submit">send</button>
    </form>
  );
}

async function fill(values: Record<string, string>) {
  const onDone = vi.fn<(share: CreateShare) => void>();
  await renderPage(<Form onDone={onDone} />);
  for (const [label, value] of Object.entries(values)) {
    await userEvent.type(screen.getByLabelText(label), value);
  }
  await userEvent.click(screen.getByText('send'));
  return onDone;
}

describe('useContractForm', () => {
  it('leaves empty fields out and reads numbers', async () => {
    const onDone = await fill({ Name: 'Trip', 'View limit': '3' });
    expect(onDone.mock.calls[0]?.[0]).toEqual({ name: 'Trip', maxViews: 3 });
  });

  it.each([
    ['Password', 'ab', 'Must be at least 3 characters'],
    ['Link', 'ä b c', 'Can only contain letters, numbers, underscores, and hyphens'],
    ['View limit', 'some', 'Must be a number'],
    ['View limit', '2.5', 'Must be a whole number'],
    ['View limit', '0', 'Must be at least 1'],
  ])('says what is wrong with %s %j', async (label, value, text) => {
    const onDone = await fill({ [label]: value });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('takes the longest text from the schema', async () => {
    await fill({});
    expect(screen.getByLabelText('Name').getAttribute('maxlength')).toBe('100');
  });

  it("shows the server's view at the field", async () => {
    await fill({});
    await userEvent.click(screen.getByText('refuse'));
    expect(await screen.findByText(/Can only contain letters/)).toBeTruthy();
  });
});
