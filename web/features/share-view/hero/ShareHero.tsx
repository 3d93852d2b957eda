import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { layout, notPhoneScreen, phoneScreen } from '../../../app/theme.ts';
import { useConfig } from '../../../lib/config.tsx';
import type { PrintedFile } from '../../../ui/files/Print.tsx';
import { PrintFan } from '../../../ui/files/PrintFan.tsx';
import { HeroLight } from '../../../ui/layout/HeroLight.tsx';
import { DownloadStatus, MainDownload } from '../DownloadButton.tsx';
import type { Download } from '../download.ts';
import { huesOf, printOf } from '../pictures.ts';
import { commonType, type Part } from './composition.ts';
import { ExpiryChip } from './ExpiryChip.tsx';
import { Message } from './Message.tsx';
import { Sentence } from './Sentence.tsx';

interface Props {
  share: Share;
  title: string;
  /** None while the files are listed */
  parts: readonly Part[];
  /** The files of the fan, the main one last; blank paper while they are listed */
  prints: readonly (ShareFile | null)[];
  download: Download;
}

const longTitle = 28;

/** Who shared what, the button to get it, and some of it as prints. */
export function ShareHero({ share, title, parts, prints, download }: Props) {
  const main = prints.at(-1);
  const cover = useCover(prints);
  return (
    <Box sx={heroStyle}>
      {main && <HeroLight hues={huesOf(main)} />}
      <Box sx={{ minWidth: 0 }}>
        <Sentence sender={share.sender} type={commonType(parts)} fileCount={share.fileCount} />
        <Typography
          variant="display"
          component="h1"
          sx={[titleStyle, title.length > longTitle && longTitleStyle]}
        >
          {title}
        </Typography>
        {share.description && <Message sx={messageStyle}>{share.description}</Message>}
        <Box sx={actionsStyle}>
          {share.fileCount > 0 && <MainDownload download={download} />}
          <ExpiryChip expiresAt={share.expiresAt} />
        </Box>
        <DownloadStatus download={download} />
      </Box>
      {prints.length > 0 && (
        <PrintFan files={cover ?? prints.map((file) => file && printOf(share.id, file))} sx={fanStyle} />
      )}
    </Box>
  );
}

/** The picture of the instance, in place of prints that have none; undefined if there is no such picture. */
function useCover(prints: Props['prints']): PrintedFile[] | undefined {
  const picture = useConfig()('general.cover');
  const isPlain = picture !== '' && prints.every((file) => file?.thumbnail === null);
  return isPlain ? [{ name: '', picture }] : undefined;
}

const heroStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
  gap: { xs: 3, lg: 4 },
  alignItems: 'center',
  [notPhoneScreen]: { mt: -1.5, pb: 2 },
  [phoneScreen]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, mt: -3 },
} as const;

const fanStyle = {
  maxWidth: 637,
  width: '100%',
  justifySelf: 'end',
  [phoneScreen]: {
    order: -1,
    width: 'auto',
    maxWidth: 'none',
    mx: `calc(-1 * ${layout.gutter})`,
    justifySelf: 'stretch',
  },
} as const;

const titleStyle = {
  display: 'block',
  mt: 2.25,
  overflowWrap: 'anywhere',
  [phoneScreen]: { mt: 1.5 },
} as const;
const longTitleStyle = { fontSize: 'clamp(2rem, 1.5rem + 2vw, 3.25rem)', lineHeight: 1.06 } as const;

const messageStyle = { mt: 2.25, maxWidth: '46ch', [phoneScreen]: { mt: 1.5 } } as const;

const actionsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '14px 18px',
  mt: 3.75,
  [phoneScreen]: { mt: 2.25 },
} as const;
