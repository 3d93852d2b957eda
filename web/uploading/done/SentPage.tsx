import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Check as checkIcon } from 'lucide';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { fileTypeOf } from '../../ui/files/file-type.ts';
import { PrintFan } from '../../ui/files/PrintFan.tsx';
import { huesOfType } from '../../ui/files/type-hues.ts';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { drawnCheck } from '../../ui/icons/drawn-check.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { HeroLight } from '../../ui/layout/HeroLight.tsx';
import type { PickedFiles } from '../picked-files.ts';
import { printsOf } from '../pictures/prints-of.ts';
import { usePictures } from '../pictures/use-picture.ts';

interface Props {
  title: string;
  /** What was sent */
  result: { files: number; bytes: number };
  /** The files, if this tab still has them */
  files: PickedFiles;
  /** Below the prints of the files */
  print?: ReactNode;
  /** What can be done now */
  children: ReactNode;
}

/** The end of an upload: what was sent in a word, what to do next, and prints of the files. */
export function SentPage({ title, result, files, print, children }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  useDocumentTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const shown = useMemo(() => printsOf(files), [files]);
  const pictures = usePictures(shown);
  const prints = shown.map((file, index) => ({ name: file.name, picture: pictures[index] }));

  return (
    <Box sx={heroStyle}>
      <HeroLight hues={huesOfType(fileTypeOf(shown.at(-1)?.name ?? ''))} />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 }}>
        <Box sx={chipStyle}>
          <Icon icon={checkIcon} size={16} sx={drawnCheck} />
          {t('web.upload.doneFacts', { count: result.files, size: format.bytes(result.bytes) })}
        </Box>
        <Typography variant="display" component="h1" ref={heading} tabIndex={-1} sx={titleStyle}>
          {title}
        </Typography>
        {children}
      </Box>
      <Box sx={{ order: { xs: -1, sm: 0 }, minWidth: 0 }}>
        <PrintFan files={prints} sx={fanStyle} />
        {print}
      </Box>
    </Box>
  );
}

const heroStyle = {
  flex: 1,
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 5fr) minmax(0, 6fr)' },
  gap: { xs: 2, sm: 3, lg: 5 },
  alignItems: 'center',
  alignContent: { xs: 'start', sm: 'center' },
} as const;

const titleStyle = {
  mt: 2,
  mb: 3.25,
  outline: 'none !important',
  textWrap: 'balance',
  overflowWrap: 'anywhere',
} as const;

const chipStyle = {
  justifySelf: 'start',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 32,
  px: 1.5,
  borderRadius: '16px',
  typography: 'body2',
  fontWeight: 560,
  color: 'success.main',
  bgcolor: 'success.light',
} as const;

/** Its height alone would make it as wide as its proportions say, beyond the column. */
const fanStyle = { width: '100%', maxWidth: { xs: 374, sm: 637 }, mx: 'auto' } as const;
