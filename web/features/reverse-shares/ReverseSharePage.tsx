import Box from '@mui/material/Box';
import { useNavigate, useParams } from 'react-router';
import { AppError } from '#sdk/contract/errors.js';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { NotFoundPage } from '../../app/layout/NotFoundPage.tsx';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { PageSkeleton } from '../../ui/feedback/PageSkeleton.tsx';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { formatAmount, parseDuration } from '../../ui/fields/expiration-choices.ts';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { DescriptionList } from '../../ui/lists/DescriptionList.tsx';
import { ReceivedShares } from './ReceivedShares.tsx';
import { ReverseShareLink } from './ReverseShareLink.tsx';
import { ReverseShareMenu } from './ReverseShareMenu.tsx';
import { stateColors, titleOf, usesOf } from './reverse-share-texts.ts';
import { useReverseShare } from './use-reverse-shares.ts';

/** One reverse share: its link, its terms and the received shares. */
export function ReverseSharePage() {
  const { id = '' } = useParams();
  const reverseShare = useReverseShare(id);
  if (reverseShare.isPending) return <PageSkeleton layout="rows" />;
  if (reverseShare.data) return <Details reverseShare={reverseShare.data} />;
  return isUnknown(reverseShare.error) ? (
    <NotFoundPage />
  ) : (
    <ErrorPage error={reverseShare.error} onRetry={() => void reverseShare.refetch()} />
  );
}

function Details({ reverseShare }: { reverseShare: ReverseShare }) {
  const translator = useTranslator();
  const { t } = translator;
  const navigate = useNavigate();
  const title = titleOf(translator, reverseShare);
  useDocumentTitle(title);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <PageHeader title={title} parent={{ path: paths.reverseShares, label: t('web.reverseShares.title') }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <StateLabel color={stateColors[reverseShare.state]}>
            {t(`web.reverseShares.states.${reverseShare.state}`)}
          </StateLabel>
          <ReverseShareMenu
            reverseShare={reverseShare}
            onRemoved={() => void navigate(paths.reverseShares, { replace: true })}
          />
        </Box>
      </PageHeader>
      {reverseShare.description !== null && (
        <Box sx={{ maxWidth: '70ch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {reverseShare.description}
        </Box>
      )}
      <Box sx={columnsStyle}>
        <ReceivedShares reverseShare={reverseShare} />
        <Panel>
          <ReverseShareLink reverseShare={reverseShare} />
          <ReverseShareFacts reverseShare={reverseShare} />
        </Panel>
      </Box>
    </Box>
  );
}

/** An invalid ID counts as not found, too. */
function isUnknown(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'reverse_share_not_found' || error.code === 'validation_failed')
  );
}

const columnsStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 376px' },
  gap: { xs: 3, md: 4 },
  alignItems: 'start',
} as const;

/** The terms of a reverse share. */
function ReverseShareFacts({ reverseShare }: { reverseShare: ReverseShare }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const lifetime = useLifetime(reverseShare);
  const { maxShareSize } = reverseShare;
  const yesNo = (value: boolean) => t(value ? 'web.reverseShares.yes' : 'web.reverseShares.no');
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('web.reverseShares.columnUses'), usesOf(translator, reverseShare)],
    [
      t('web.reverseShares.maxShareSize'),
      maxShareSize === null ? t('web.reverseShares.noLimit') : format.bytes(maxShareSize),
    ],
    [t('web.reverseShares.shareExpires'), lifetime],
    [t('web.reverseShares.password'), yesNo(reverseShare.hasPassword)],
    [t('web.reverseShares.requiresSignIn'), yesNo(reverseShare.requiresSignIn)],
    [t('web.reverseShares.sendsNotification'), yesNo(reverseShare.sendsNotification)],
    [t('web.reverseShares.hasSimpleForm'), yesNo(reverseShare.hasSimpleForm)],
  ];
  return <DescriptionList items={facts} sx={factsStyle} />;
}

function useLifetime({ shareExpiration }: ReverseShare): string {
  const { t, formatLocale } = useTranslator();
  const format = useFormat();
  const usual = useConfig()('share.defaultExpiration');
  const expiration = shareExpiration ?? usual;
  const duration = parseDuration(expiration);
  if (duration) return t('web.upload.expiresIn', { duration: formatAmount(duration, formatLocale) });
  return expiration === 'never' ? t('web.upload.expiresNeverHint') : format.deadline(expiration);
}

const factsStyle = {
  gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.75,
  pt: 2.5,
  borderTop: 1,
  borderColor: 'divider',
} as const;
