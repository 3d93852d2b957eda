import Box from '@mui/material/Box';
import { useTranslator } from '../../../lib/i18n.tsx';
import { Avatar } from '../../../ui/layout/Avatar.tsx';
import type { CountedType } from './composition.ts';

interface Props {
  sender: string | null;
  type: CountedType;
  fileCount: number;
}

/** Takes the place of the sender in a text, so that the name can be drawn bold wherever the language puts it. */
const mark = '\uE000';

/** Who shared what, as one sentence. */
export function Sentence({ sender, type, fileCount }: Props) {
  const { t } = useTranslator();
  if (sender === null) {
    return <Box sx={lineStyle}>{t(`web.share.forYou.${type}`, { count: fileCount })}</Box>;
  }
  const [before, after] = t(`web.share.sharedBy.${type}`, { sender: mark, count: fileCount }).split(mark);
  return (
    <Box sx={lineStyle}>
      <Avatar name={sender} size={40} />
      <Box component="p" sx={{ m: 0, minWidth: 0 }}>
        {before}
        <b>{sender}</b>
        {after}
      </Box>
    </Box>
  );
}

const lineStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  fontSize: '1.0625rem',
  lineHeight: 1.4,
  color: 'text.secondary',
  overflowWrap: 'anywhere',
  '& b': { fontWeight: 620, color: 'text.primary' },
} as const;
