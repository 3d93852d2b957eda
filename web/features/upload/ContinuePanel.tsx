import { mdiArrowRight } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { describeError } from '#sdk/i18n/describe-error.js';
import { myShareDetailsPath } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { BegunDraft } from '../../uploading/continued-journal.ts';
import type { UploadSnapshot } from '../../uploading/upload-session.ts';
import { useLimitProblem } from '../../uploading/use-limit-problem.ts';

interface Props {
  begun: BegunDraft;
  snapshot: UploadSnapshot;
  /** Why the last start was refused */
  error: unknown;
  /** Bytes; null: only the disk limits. */
  maxSize: number | null;
  onStart(): void;
}

/** What the draft is, and the button that goes on with it. What it says is changed in its details. */
export function ContinuePanel({ begun, snapshot, error, maxSize, onStart }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { draft, present } = begun;
  const limitProblem = useLimitProblem(snapshot, { maxSize, present });
  const hasFiles = snapshot.files.size > 0;
  const { expiresAt } = draft;
  return (
    <Panel>
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Box sx={{ fontWeight: 600 }}>
          {t('web.upload.continueThere', { count: draft.fileCount, size: format.bytes(draft.size) })}
        </Box>
        <Box sx={{ color: 'text.secondary', typography: 'body2' }}>
          {expiresAt === null
            ? t('web.upload.doneNever')
            : t('web.upload.doneExpires', {
                relative: format.relative(expiresAt),
                date: format.dateTime(expiresAt),
              })}
        </Box>
        <Box component={Link} to={myShareDetailsPath(draft.id)} sx={{ typography: 'body2' }}>
          {t('web.upload.continueEdit')}
        </Box>
      </Box>
      {limitProblem && <FormError>{describeError(translator, limitProblem)}</FormError>}
      {error !== undefined && <FormError>{describeError(translator, error)}</FormError>}
      <Button
        variant="contained"
        color="primary"
        size="large"
        disabled={!hasFiles || limitProblem !== null}
        endIcon={<Icon path={mdiArrowRight} />}
        onClick={onStart}
      >
        {t('web.upload.continueStart')}
      </Button>
    </Panel>
  );
}
