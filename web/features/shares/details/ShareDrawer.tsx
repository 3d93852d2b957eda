import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { X as xIcon } from 'lucide';
import { useEffect, useState } from 'react';
import { AppError } from '#sdk/contract/errors.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { RequestError } from '../../../ui/feedback/FormError.tsx';
import { FormSkeleton } from '../../../ui/feedback/FormSkeleton.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { useLeaveWarning } from '../../../ui/hooks/use-leave-warning.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { useShareDetails } from '../share-queries.ts';
import { titleOf } from '../title-of.ts';
import { useOpenDetails } from '../use-open-details.ts';
import { DetailsContent } from './DetailsContent.tsx';

interface Props {
  onRemove(share: ShareDetails): void;
}

/** The details of one share, beside the list. The address names the share, so that it can be linked. */
export function ShareDrawer({ onRemove }: Props) {
  const { t } = useTranslator();
  const details = useOpenDetails();
  const [shownId, setShownId] = useState(details.id);
  const [isDirty, setDirty] = useState(false);
  const isLeaving = isDirty && details.id !== shownId;
  // Unsaved changes stay until the visitor discards them, even after the back button.
  if (!isDirty && details.id !== shownId) setShownId(details.id);
  const [isAsking, setAsking] = useState(false);
  useLeaveWarning(isDirty);

  const handleClose = () => (isDirty ? setAsking(true) : details.close());
  const handleGone = () => {
    setDirty(false);
    details.close();
  };
  const handleKeep = () => {
    setAsking(false);
    if (isLeaving && shownId !== null) details.open(shownId);
  };
  const handleDrop = () => {
    setAsking(false);
    setDirty(false);
    if (!isLeaving) details.close();
  };

  return (
    <>
      <Drawer
        anchor="right"
        open={shownId !== null}
        onClose={handleClose}
        slotProps={{ paper: { sx: paperStyle, 'aria-label': t('web.shares.details'), role: 'dialog' } }}
      >
        {shownId !== null && (
          <DrawerContent
            key={shownId}
            id={shownId}
            onDirty={setDirty}
            onClose={handleClose}
            onGone={handleGone}
            onRemove={onRemove}
          />
        )}
      </Drawer>
      <ConfirmDialog
        isOpen={isAsking || isLeaving}
        title={t('web.shares.unsavedTitle')}
        text={t('web.shares.unsavedText')}
        confirmLabel={t('web.shares.unsavedDrop')}
        cancelLabel={t('web.shares.unsavedKeep')}
        onCancel={handleKeep}
        onConfirm={handleDrop}
      />
    </>
  );
}

interface ContentProps extends Props {
  id: string;
  onDirty(isDirty: boolean): void;
  onClose(): void;
  /** Called when the share has been deleted while it was shown */
  onGone(): void;
}

function DrawerContent({ id, onDirty, onClose, onGone, onRemove }: ContentProps) {
  const translator = useTranslator();
  const { t } = translator;
  const details = useShareDetails(id);
  const isGone = details.data !== undefined && isDeleted(details.error);
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
  return (
    <>
      <Box sx={headStyle}>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere', flex: 1 }}>
          {details.data ? titleOf(translator, details.data) : t('web.shares.details')}
        </Typography>
        <IconButton aria-label={t('web.common.close')} onClick={onClose}>
          <Icon icon={xIcon} />
        </IconButton>
      </Box>
      {details.isPending && (
        <Loading>
          <FormSkeleton />
        </Loading>
      )}
      {/* If fetching it again fails, unsaved changes stay. */}
      {details.isError && !details.data && <RequestError error={details.error} />}
      {details.data && <DetailsContent share={details.data} onDirty={onDirty} onRemove={onRemove} />}
    </>
  );
}

function isDeleted(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'share_removed' || error.code === 'share_not_found');
}

const paperStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridAutoRows: 'max-content',
  gap: 3,
  width: 560,
  maxWidth: '100%',
  px: { xs: 2, sm: 3 },
  // A margin, because sticky content would stop above a padding.
  '& > :last-child': { mb: 3 },
  // Focused elements must not be hidden behind the sticky header and footer.
  scrollPaddingBlock: '80px',
  bgcolor: 'background.default',
  backgroundImage: 'none',
} as const;

const headStyle = {
  position: 'sticky',
  top: 0,
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  mx: { xs: -2, sm: -3 },
  px: { xs: 2, sm: 3 },
  py: 1.25,
  bgcolor: 'background.default',
  borderBottom: 1,
  borderColor: 'divider',
} as const;
