import Box from '@mui/material/Box';
import { ChooseButtons } from './ChooseButtons.tsx';
import { FileList } from './list/FileList.tsx';
import { FilmStrip } from './list/FilmStrip.tsx';
import type { UploadSession, UploadSnapshot } from './upload-session.ts';
import type { FilePicking } from './use-file-picking.ts';

interface Props {
  snapshot: UploadSnapshot;
  session: UploadSession;
  picking: FilePicking;
}

/** What will be sent: its pictures, and each file in its folder. */
export function ChosenFiles({ snapshot, session, picking }: Props) {
  return (
    <FileList
      snapshot={snapshot}
      session={session}
      head={<FilmStrip files={snapshot.files} />}
      foot={
        <Box sx={footStyle}>
          <ChooseButtons picking={picking} look="more" />
        </Box>
      }
    />
  );
}

const footStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  px: 1,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'paper.sunken',
} as const;
