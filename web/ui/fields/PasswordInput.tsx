import type { ComponentProps } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { TextInput } from './TextInput.tsx';

type Props = Omit<ComponentProps<typeof TextInput>, 'reveal' | 'autoComplete'> & {
  /** Tells password managers what to offer. */
  autoComplete: 'current-password' | 'new-password' | 'off';
};

/** A field for a password, with the button that shows it. */
export function PasswordInput(props: Props) {
  const { t } = useTranslator();
  return (
    <TextInput
      {...props}
      reveal={{ show: t('web.common.showPassword'), hide: t('web.common.hidePassword') }}
    />
  );
}
