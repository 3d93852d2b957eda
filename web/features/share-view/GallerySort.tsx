import { useTranslator } from '../../lib/i18n.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import type { Sorting } from './file-tree.ts';

interface Props {
  sorting: Sorting;
  onSort(sorting: Sorting): void;
}

const choices = [
  { key: 'name', isDescending: false, label: 'web.share.sortName' },
  { key: 'name', isDescending: true, label: 'web.share.sortNameBack' },
  { key: 'size', isDescending: true, label: 'web.share.sortLargest' },
  { key: 'size', isDescending: false, label: 'web.share.sortSmallest' },
] as const;

/** What the head of the list does, where there are no columns. */
export function GallerySort({ sorting, onSort }: Props) {
  const { t } = useTranslator();
  const chosen = choices.findIndex(
    ({ key, isDescending }) => key === sorting.key && isDescending === sorting.isDescending,
  );
  return (
    <NativeSelect
      aria-label={t('web.share.sort')}
      value={chosen}
      onChange={({ target }) => {
        const choice = choices[Number(target.value)];
        if (choice) onSort({ key: choice.key, isDescending: choice.isDescending });
      }}
    >
      {choices.map(({ label }, index) => (
        <option key={label} value={index}>
          {t(label)}
        </option>
      ))}
    </NativeSelect>
  );
}
