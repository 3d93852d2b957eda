import { AppError } from '#sdk/contract/errors.js';
import { client } from '../../lib/sdk.ts';
import type { BegunDraft } from '../../uploading/continued-journal.ts';
import { type Continuation, openContinuation } from '../../uploading/open-upload.ts';

const continuations = new Map<string, Continuation>();

/**
 * The upload of this tab that goes on with a draft; it goes on while other pages are shown.
 *
 * @throws AppError `share_completed` when there is nothing to go on with
 */
export async function continueDraft(id: string): Promise<Continuation> {
  const known = continuations.get(id);
  if (known && known.session.getSnapshot().stage.kind !== 'choosing') return known;
  const opened = openContinuation(await fetchDraft(id));
  opened.onDiscarded(() => forgetContinuation(id));
  continuations.set(id, opened);
  return opened;
}

export function forgetContinuation(id: string): void {
  continuations.delete(id);
}

async function fetchDraft(id: string): Promise<BegunDraft> {
  const params = { id };
  const draft = await client.shares.getOwned({ params });
  if (draft.state !== 'draft') throw new AppError('share_completed');
  const present: BegunDraft['present'][number][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit: '1000', ...(cursor && { cursor }) };
    const page: Awaited<ReturnType<typeof client.files.listOwned>> = await client.files.listOwned({
      params,
      query,
    });
    present.push(...page.files);
    cursor = page.nextCursor;
  }
  return { draft, present };
}
