import { onlineManager, useQuery } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { QueryStatus } from './QueryStatus.tsx';

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});

function Shares() {
  const list = useQuery({ queryKey: ['shares'], queryFn: async () => ['holiday'] });
  return (
    <>
      <QueryStatus query={list} skeleton={<p>rows</p>} />
      {list.data}
    </>
  );
}

it('says that the visitor is offline instead of loading for ever, and goes on by itself', async () => {
  onlineManager.setOnline(false);
  await renderPage(<Shares />);
  expect(screen.getByText('You are offline').closest('[role=status]')).toBeTruthy();
  expect(screen.queryByText('rows')).toBeNull();
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('holiday')).toBeTruthy();
  expect(screen.queryByText('You are offline')).toBeNull();
});
