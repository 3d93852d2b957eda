import { mdiMenu } from '@mdi/js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import type { HeaderLink } from './use-header-links.ts';

/** The header's links on a small screen. */
export function BurgerMenu({ links }: { links: readonly HeaderLink[] }) {
  const { t } = useTranslator();
  if (links.length === 0) return null;
  return (
    <MenuButton
      label={t('web.nav.menu')}
      items={links.map(({ path, label }) => ({ key: path, path, label }))}
    >
      <Icon path={mdiMenu} />
    </MenuButton>
  );
}
