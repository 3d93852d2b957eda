import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import { type ReactNode, useId } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { useExclusive } from '../../ui/hooks/use-exclusive.ts';
import { TruncatedList } from '../../ui/lists/TruncatedList.tsx';
import { titleOf } from './title-of.ts';
import type { BatchFailure, BatchState } from './use-batch.ts';
import type { ListedShare } from './use-share-list.ts';

interface Props {
  title: string;
  text: string;
  shares: readonly ListedShare[];
  confirmLabel: string;
  /** The text before the reasons */
  failedText(failed: number): string;
  tone: 'danger' | 'plain';
  isDisabled?: boolean;
  state: BatchState;
  children?: ReactNode;
  onConfirm(): unknown;
  onClose(): void;
}

/** Asks before an action for one or several shares, shows its progress, and which shares failed and why. */
export function BatchDialog(props: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const id = useId();
  const { shares, state } = props;
  const isOver = state.failures.length > 0;
  const handleConfirm = useExclusive(props.onConfirm);
  return (
    <Dialog
      open
      {...(!state.isRunning && { onClose: props.onClose })}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{props.title}</DialogTitle>
      <DialogContent sx={contentStyle}>
        {isOver ? (
          <Failures failures={state.failures} text={props.failedText(state.failures.length)} />
        ) : (
          <>
            <Box id={`${id}-text`} sx={{ color: 'text.secondary' }}>
              {props.text}
            </Box>
            {shares.length > 1 && (
              <TruncatedList
                items={shares.map((share) => ({ key: share.id, content: titleOf(translator, share) }))}
                limit={namedAtMost}
                sx={listStyle}
              />
            )}
            {props.children}
          </>
        )}
        {state.isRunning && shares.length > 1 && <Progress done={state.done} count={shares.length} />}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" autoFocus disabled={state.isRunning} onClick={props.onClose}>
          {t(isOver ? 'web.common.close' : 'web.common.cancel')}
        </Button>
        {!isOver && (
          <Button
            variant="contained"
            color={props.tone === 'danger' ? 'error' : 'primary'}
            disabled={state.isRunning || props.isDisabled === true}
            onClick={() => handleConfirm()}
            {...(props.tone === 'danger' && { sx: { '&:hover': { bgcolor: 'error.dark' } } })}
          >
            {props.confirmLabel}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const namedAtMost = 8;

function Progress({ done, count }: { done: number; count: number }) {
  const { t } = useTranslator();
  return (
    <Box>
      <Box role="status" sx={{ mb: 1, typography: 'body2', color: 'text.secondary' }}>
        {t('web.shares.batchProgress', { done, count })}
      </Box>
      <LinearProgress
        variant="determinate"
        value={(done / count) * 100}
        aria-label={t('web.shares.batchProgress', { done, count })}
      />
    </Box>
  );
}

function Failures({ failures, text }: { failures: readonly BatchFailure[]; text: string }) {
  const translator = useTranslator();
  const items = failures.map(({ share, error }) => ({
    key: share.id,
    content: (
      <>
        <strong>{titleOf(translator, share)}</strong>: {describeError(translator, error)}
      </>
    ),
  }));
  return (
    <FormError>
      {text}
      <TruncatedList items={items} limit={namedAtMost} sx={{ ...listStyle, mt: 0.5 }} />
    </FormError>
  );
}

const listStyle = { m: 0, pl: 2.5, overflowWrap: 'anywhere' } as const;

const contentStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridAutoRows: 'max-content',
  gap: 2,
} as const;
