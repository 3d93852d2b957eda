import Box from '@mui/material/Box';
import { useNavigate, useParams } from 'react-router';
import { AppError } from '#sdk/contract/errors.js';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { NotFoundPage } from '../../app/layout/NotFoundPage.tsx';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StateMark } from '../../ui/StateMark.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { LinkToHandOut } from './LinkToHandOut.tsx';
import { ReceivedShares } from './ReceivedShares.tsx';
import { ReverseShareFacts } from './ReverseShareFacts.tsx';
import { ReverseShareMenu } from './ReverseShareMenu.tsx';
import { stateColors, titleOf } from './reverse-share-texts.ts';
import { useReverseShare } from './use-reverse-shares.ts';

/** One reverse share: its link, its terms and what came in. */
export function ReverseSharePage() {
  const { id = '' } = useParams();
  const reverseShare = useReverseShare(id);
  if (reverseShare.isPending) return <PageSkeleton />;
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
          <StateMark color={stateColors[reverseShare.state]}>
            {t(`web.reverseShares.states.${reverseShare.state}`)}
          </StateMark>
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
          <LinkToHandOut reverseShare={reverseShare} />
          <ReverseShareFacts reverseShare={reverseShare} />
        </Panel>
      </Box>
    </Box>
  );
}

/** What is not an id is not found either. */
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
