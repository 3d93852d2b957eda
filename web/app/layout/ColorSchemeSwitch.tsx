import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useColorScheme } from '@mui/material/styles';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { colorSchemes } from '../color-schemes.ts';
import { layout } from '../theme.ts';

export function ColorSchemeSwitch() {
  const { t } = useTranslator();
  const { mode, setMode } = useColorScheme();
  return (
    <Box role="group" aria-label={t('web.scheme.label')} sx={{ display: 'flex' }}>
      {colorSchemes.map((choice) => (
        <ButtonBase
          key={choice.mode}
          aria-label={t(choice.label)}
          aria-pressed={mode === choice.mode}
          title={t(choice.label)}
          onClick={() => setMode(choice.mode)}
          sx={{
            width: layout.touchTarget,
            height: layout.touchTarget,
            borderRadius: 1,
            color: 'text.secondary',
            '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
            '&[aria-pressed="true"]': { color: 'text.primary', bgcolor: 'paper.sunken' },
          }}
        >
          <Icon path={choice.icon} size={20} />
        </ButtonBase>
      ))}
    </Box>
  );
}
