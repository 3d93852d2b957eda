import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleInvitation } from '../../testing/sample-reverse-share.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { FilesSent } from './FilesSent.tsx';
import { useInvitation } from './use-invitation.ts';

const token = `fsq_${'a'.repeat(43)}`;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Answer() {
  return <p>{useInvitation(token).data?.kind}</p>;
}

async function open(answer: ReturnType<typeof refuse>) {
  stubServer({ [`GET /reverseShares/token/${token}`]: () => answer });
  const result = { files: 2, bytes: 4000 };
  await renderPage(
    <>
      <Answer />
      <FilesSent
        token={token}
        result={result}
        files={new Map()}
        invitation={sampleInvitation}
        onReset={() => {}}
      />
    </>,
  );
}

describe('the page after files were sent', () => {
  it('offers to send more while the link takes files', async () => {
    await open({ status: 200, body: sampleInvitation });
    expect(await screen.findByRole('button', { name: 'Send more files' })).toBeTruthy();
  });

  it.each(['reverse_share_used_up', 'reverse_share_closed'] as const)('offers nothing: %s', async (code) => {
    await open(refuse(code));
    await screen.findByText('refused');
    expect(screen.getByRole('heading', { name: /mia/ })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
