import * as z from 'zod/mini';
import { CreateShare } from '#sdk/contract/shares.js';
import type { Context } from './context.ts';
import { Expires } from './expires.ts';
import { generatePassword, isGenerated, type PasswordOptions, readPassword } from './passwords.ts';

/** The options of a new share: the API's fields, the password apart. */
export const shareOptions = {
  expires: z.optional(Expires),
  name: CreateShare.shape.name,
  id: CreateShare.shape.id,
  description: CreateShare.shape.description,
  maxViews: CreateShare.shape.maxViews,
};

const ShareOptions = z.strictObject(shareOptions);
export type ShareOptions = z.output<typeof ShareOptions>;

/** The body that creates the share. */
export function toCreateShare(options: ShareOptions, password: string | undefined): CreateShare {
  const { expires, name, id, description, maxViews } = options;
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(expires === undefined ? {} : { expiration: expires }),
    ...(maxViews === undefined ? {} : { maxViews }),
    ...(password === undefined ? {} : { password }),
  };
}

export interface SharePassword {
  value: string | undefined;
  generated: boolean;
  /** Says a generated password, which nobody knows yet. */
  tell(): void;
}

/**
 * The password that protects the share, if one was asked for.
 *
 * @param remembered a password that an interrupted run has generated for the same share
 */
export async function chooseSharePassword(
  context: Context,
  options: PasswordOptions,
  remembered?: string | null,
): Promise<SharePassword> {
  const { translator, output } = context;
  const generated = isGenerated(options.password);
  const question = translator.t('cli.prompts.new_share_password');
  const value = generated
    ? (remembered ?? generatePassword())
    : await readPassword(context, { options, question, repeat: true, variable: 'FILESHARE_PASSWORD' });
  return {
    value,
    generated,
    tell: () => {
      if (generated && value) output.fail(translator.t('cli.upload.password', { password: value }));
    },
  };
}
