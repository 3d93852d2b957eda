import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { renderPage } from '../../testing/render-page.tsx';
import { ClosedShare } from './ClosedShare.tsx';

afterEach(cleanup);

const show = (reason: AppError, onRetry = () => {}) =>
  renderPage(<ClosedShare id="abc" reason={reason} onRetry={onRetry} />);

describe('ClosedShare', () => {
  it.each([
    [new AppError('share_not_found'), 'Share not found'],
    [new AppError('share_removed'), 'Share removed'],
    [new AppError('share_view_limit'), 'Visitor limit exceeded'],
    [new AppError('share_uploading'), 'The sender is still uploading'],
    [new AppError('share_token_required', { maxViews: 3 }), 'Open this share?'],
    [new AppError('share_password_required'), 'This share is password-protected'],
    [new AppError('internal'), 'Something went wrong'],
  ])('has a page for %s', async (reason, title) => {
    await show(reason);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it('explains below the title why there is nothing', async () => {
    await show(new AppError('share_not_found'));
    expect(await screen.findByText('The link may be wrong, or the share has expired.')).toBeTruthy();
  });

  it('leads to the set-up of a fresh instance', async () => {
    await renderPage(
      <Routes>
        <Route
          path="/share"
          element={<ClosedShare id="abc" reason={new AppError('setup_required')} onRetry={() => {}} />}
        />
        <Route path="/setup" element="set-up" />
      </Routes>,
      '/share',
    );
    expect(await screen.findByText('set-up')).toBeTruthy();
  });

  it('says how often a limited share can be opened', async () => {
    await show(new AppError('share_token_required', { maxViews: 1 }));
    expect(screen.getByText(/only be opened once/)).toBeTruthy();
  });

  it('lets the visitor look again while the sender uploads', async () => {
    const onRetry = vi.fn<() => void>();
    await show(new AppError('share_uploading'), onRetry);
    await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
