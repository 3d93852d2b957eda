import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConfigKey } from '#sdk/contract/config.js';
import { configRow } from '#sdk/contract/config.js';
import { aVariable } from '#sdk/testing/config-variable.js';
import { renderPage } from '../../../testing/render-page.tsx';
import { controlKindOf, controls } from './controls.tsx';

afterEach(cleanup);

const changed = vi.fn<(text: string | null) => void>();

async function show(key: ConfigKey, value: string) {
  const Control = controls[controlKindOf(configRow(key))];
  await renderPage(
    <Control
      configKey={key}
      variable={aVariable(key)}
      label="Label"
      aside="changed"
      hint="What it is for"
      error="What is wrong"
      value={value}
      draft={value}
      isForgotten={false}
      isLocked={false}
      onChange={changed}
      onKeep={vi.fn<() => void>()}
    />,
  );
}

describe('a control', () => {
  it.each([
    ['general.showLogin', 'true'],
    ['share.maxFiles', '5'],
    ['share.maxSize', '5'],
    ['general.appName', 'Our files'],
    ['general.defaultLocale', 'de'],
    ['share.defaultExpiration', '7-days'],
  ] as const)('of %s says that it was changed, and what is wrong', async (key, value) => {
    await show(key, value);
    expect(screen.getByText('changed')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('What is wrong');
  });

  it('of a color shows it in both schemes, and takes it as text or from the browser', async () => {
    await show('general.accentColor', '#ffdd00');
    expect(screen.getByRole('img', { name: 'Preview' }).textContent).toBe('LightDark');
    expect(screen.getByRole('alert').textContent).toBe('What is wrong');
    expect(screen.getByLabelText(/^Pick a colour/).getAttribute('value')).toBe('#ffdd00');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: ' 00A651' } });
    expect(changed).toHaveBeenLastCalledWith('#00A651');
    fireEvent.change(screen.getByLabelText(/^Pick a colour/), { target: { value: '#a8431d' } });
    expect(changed).toHaveBeenLastCalledWith('#a8431d');
  });

  it('of an unfinished color shows none', async () => {
    await show('general.accentColor', '#ffd');
    expect(screen.queryByRole('img')).toBe(null);
  });

  it('of the logo is one button, and says how large a picture can be', async () => {
    await show('general.logo', '/img/logo.png');
    expect(screen.getAllByRole('button', { name: 'Choose image', hidden: true })).toHaveLength(1);
    expect(screen.queryAllByLabelText('Choose image')).toEqual([]);
    const input = document.querySelector('input[type=file]');
    const file = new File([new Uint8Array(2_000_001)], 'logo.png');
    if (input) fireEvent.change(input, { target: { files: [file] } });
    expect(
      await screen.findByText("The logo can't be larger than 2 MB. Choose a smaller file."),
    ).toBeTruthy();
  });
});
