import { useMutation } from '@tanstack/react-query';
import { client } from '../../../lib/sdk.ts';
import { useTakeOver } from '../use-config-category.ts';
import { checkLogoFile } from './logo-file.ts';

/** Uploading a logo, and going back to the built-in one. */
export function useLogo(category: string) {
  const takeOver = useTakeOver(category);
  const upload = useMutation({
    mutationFn: async (file: Blob) => {
      await checkLogoFile(file);
      return client.configs.uploadLogo({ file });
    },
    onSuccess: (variable) => takeOver([variable]),
  });
  const remove = useMutation({
    mutationFn: () => client.configs.update({ body: [{ key: 'general.logo', value: '' }] }),
    onSuccess: takeOver,
  });
  return { upload, remove };
}
