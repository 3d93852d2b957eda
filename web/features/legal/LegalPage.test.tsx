import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { LegalLinks } from '../../app/layout/AppShell.tsx';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { LegalPage } from './LegalPage.tsx';

afterEach(cleanup);

async function show(values: Record<string, string>) {
  const config = configFrom(
    Object.entries(values).map(([key, value]) => ({ key, type: 'string', value, defaultValue: '' })),
  );
  await renderPage(
    <ConfigContext value={config}>
      <LegalPage subject="imprint" />
      <LegalLinks />
    </ConfigContext>,
  );
}

const linkTo = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');

describe('the legal pages', () => {
  it('show a text in Markdown, without what could run', async () => {
    const text =
      'Who we are\n\n## Anna Berg\n\n<script>alert(1)</script>\n\nMail: [anna](mailto:anna@example.org)';
    await show({ 'legal.enabled': 'true', 'legal.imprintText': text });
    expect(screen.getByRole('heading', { name: 'Imprint' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Anna Berg' })).toBeTruthy();
    expect(document.querySelector('article script')).toBeNull();
    expect(linkTo('anna')).toBe('mailto:anna@example.org');
    expect(linkTo('Imprint')).toBe('/imprint');
  });

  it('leave the title to a text that has one', async () => {
    await show({ 'legal.enabled': 'true', 'legal.imprintText': '# Impressum\n\nAnna' });
    expect(screen.getByText('Anna')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Imprint' })).toBeNull();
  });

  it('lead to an address rather than to the text', async () => {
    const url = 'https://example.org/imprint';
    await show({ 'legal.enabled': 'true', 'legal.imprintText': 'Anna', 'legal.imprintUrl': url });
    expect(linkTo('Imprint')).toBe(url);
    expect(linkTo('Open')).toBe(url);
    expect(screen.queryByText('Anna')).toBeNull();
  });

  it.each([
    ['are switched off', { 'legal.enabled': 'false', 'legal.imprintText': 'Anna' }],
    ['have nothing to say', { 'legal.enabled': 'true', 'legal.imprintText': ' \n' }],
    ['say something about another subject', { 'legal.enabled': 'true', 'legal.privacyPolicyText': 'None' }],
  ])('are not there when they %s', async (_, values) => {
    await show(values);
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(linkTo('Imprint')).toBeUndefined();
  });
});
