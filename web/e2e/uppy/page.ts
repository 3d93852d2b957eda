import Uppy from '@uppy/core';
import Tus from '@uppy/tus';

/** What somebody else's page does: Uppy as it comes, with our endpoint and an upload token. */
async function upload(files: readonly File[], uploadToken: string, options: object): Promise<string[]> {
  const uppy = new Uppy().use(Tus, {
    endpoint: '/api/uploads',
    headers: { Authorization: `Bearer ${uploadToken}` },
    ...options,
  });
  for (const file of files) {
    // As its own file picker does it.
    const relativePath = file.webkitRelativePath || null;
    uppy.addFile({ name: file.name, type: file.type, data: file, meta: { relativePath } });
  }
  const result = await uppy.upload();
  return (result?.failed ?? []).map(({ name, error }) => `${name}: ${error}`);
}

Object.assign(window, { upload });
