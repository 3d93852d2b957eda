import { mdiContentCopy, mdiTrayArrowDown } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { saveTextFile } from '../../lib/save-text-file.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { OnceDialog } from '../../ui/OnceDialog.tsx';
import { useCopy } from '../../ui/use-copy.ts';

interface Props {
  codes: readonly string[];
  onKept(): void;
}

export function RecoveryCodes({ codes, onKept }: Props) {
  const { t } = useTranslator();
  const copy = useCopy();
  const name = useConfig()('general.appName');
  const user = useCurrentUser()?.username ?? '';
  const text = codes.join('\n');

  const handleSave = () => {
    const head = t('web.account.twoFactor.fileHead', { user, name, address: window.location.origin });
    saveTextFile(t('web.account.twoFactor.fileName'), `${head}\n\n${text}\n`);
  };

  return (
    <OnceDialog
      title={t('web.account.twoFactor.codesTitle')}
      doneLabel={t('web.account.twoFactor.codesKept')}
      onDone={onKept}
    >
      <Box sx={{ color: 'text.secondary' }}>{t('web.account.twoFactor.codesText')}</Box>
      <Box component="ul" sx={listStyle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiTrayArrowDown} size={20} />}
          onClick={handleSave}
        >
          {t('web.account.twoFactor.codesDownload')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiContentCopy} size={20} />}
          onClick={() => copy(text, t('web.account.twoFactor.codesCopied'))}
        >
          {t('web.common.copy')}
        </Button>
      </Box>
    </OnceDialog>
  );
}

const listStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(128px, 1fr))',
  gap: 1,
  m: 0,
  p: 2,
  listStyle: 'none',
  fontFamily: 'ui-monospace, monospace',
  textAlign: 'center',
  bgcolor: 'paper.sunken',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.2,
} as const;
