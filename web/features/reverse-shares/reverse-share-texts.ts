import type { ReverseShare, ReverseShareState } from '#sdk/contract/reverse-shares.js';
import type { Translator } from '#sdk/i18n/translate.js';

/** Not every reverse share has a name. */
export function titleOf({ t }: Translator, { name }: Pick<ReverseShare, 'name'>): string {
  return name ?? t('web.reverseShares.untitled');
}

export const stateColors = {
  open: 'success.main',
  closed: 'warning.main',
  used_up: 'text.disabled',
  expired: 'text.disabled',
} as const satisfies Record<ReverseShareState, string>;

/** The number of shares that can still be received. */
export function usesOf({ t }: Translator, { maxUses, remainingUses }: ReverseShare): string {
  return maxUses === null
    ? t('web.reverseShares.unlimited')
    : t('web.reverseShares.usesOf', { left: remainingUses ?? 0, max: maxUses });
}
