import type { SdkExport } from './model.ts';

/** A page of the reference. */
export interface Topic {
  title: string;
  text: string;
  /** The files whose exports are on this page; the first topic that matches a file has it. */
  files: RegExp;
}

/** The pages, in the order of the index; the keys are their file names. */
export const topics: Readonly<Record<string, Topic>> = {
  client: {
    title: 'Client',
    text: 'Create a client, call [any endpoint](endpoints.md), and read lists of several pages.',
    files:
      /^(browser\.ts|client\/(node\/create-client|fileshare-client|browser\/known-answers|core\/(api-client|paginate)).*)$/,
  },
  uploads: {
    title: 'Upload',
    text: 'Choose files, send them and follow the progress; journals let a later run continue.',
    files: /^client\/(upload|node\/(file-source|upload-)|browser\/(file-sources|upload-))/,
  },
  downloads: {
    title: 'Download',
    text: 'Write the files of a share to the disk, or read their bytes as they arrive.',
    files: /^client\/(download|node\/download)\//,
  },
  shares: {
    title: 'Open shares',
    text: 'Links, passwords, and the share tokens that let a later run open a share without another view.',
    files: /^client\/(shares\/|node\/share-token-store)/,
  },
  sessions: {
    title: 'Sign in',
    text: 'Sessions, and the stores that keep them between runs.',
    files: /^client\/(session\/|node\/session-store|browser\/session-)/,
  },
  errors: {
    title: 'Errors',
    text: 'The [error reference](../errors.md) lists the codes of `AppError`. Other errors are listed with their methods.',
    files: /^(contract\/errors|client\/core\/transport)/,
  },
  data: {
    title: 'Data',
    text: 'What the endpoints accept and return. Times are UTC in ISO 8601, sizes are bytes.',
    files: /^contract\//,
  },
};

/** Types that are not exported because a page of their own lists what they have. */
export const pagesOfTypes: Readonly<Record<string, string>> = { ApiClient: 'endpoints.md' };

/** The key of the topic of an export. */
export function topicOf({ name, file }: Pick<SdkExport, 'name' | 'file'>): string {
  const found = Object.entries(topics).find(([, { files }]) => files.test(file));
  if (!found) throw new Error(`${name} of ${file} has no topic`);
  return found[0];
}
